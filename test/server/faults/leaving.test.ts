import type { ServerResponse } from "node:http"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Schema } from "effect"
import { FaultJournal } from "effect-model-gateway/server"
import { started } from "../../embedded/support/gateway.js"
import { wav } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { json } from "../support/http.js"
import { calls } from "./support/faulty.js"
import { parsed, wire } from "./support/wire.js"

const noRules = { seed: 1, rules: [] }
const readJournal = Schema.decodeUnknownSync(FaultJournal)

it.scopedLive("a submission that was begun is accepted and accounted for, though its caller has left", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<ServerResponse>()
    const files = yield* serveFiles({ "/a.wav": (response) => Deferred.unsafeDone(asked, Effect.succeed(response)) })
    const gateway = yield* started({ faults: noRules })
    const left = yield* wire(gateway.baseUrl, calls(`${files.baseUrl}/a.wav`).submitTranscription)
    const download = yield* asked
    yield* left.leave
    yield* Effect.sleep("20 millis")
    download.end(wav(1, "text"))
    const { entries, submissions } = yield* gateway.send({ method: "GET", path: "/faults/journal" }).pipe(
      Effect.map((answer) => readJournal(json(answer))),
      Effect.delay("5 millis"),
      Effect.repeat({ until: ({ entries }) => entries.length > 0, times: 500 })
    )
    assert.strictEqual(entries[0]?.status, 499)
    assert.deepStrictEqual(submissions, [{ operation: "submitTranscription", id: "task-1", sent: 1, accepted: 1 }])
  })
)

it.scopedLive("work that is too slow for its own limits ends by them", () =>
  Effect.gen(function* () {
    const files = yield* serveFiles({ "/a.wav": () => undefined })
    const gateway = yield* started({ faults: noRules, downloadTimeout: "30 millis" })
    const slow = yield* wire(gateway.baseUrl, calls(`${files.baseUrl}/a.wav`).submitTranscription)
    assert.strictEqual(parsed((yield* slow.ended).text).status, 400)
  })
)
