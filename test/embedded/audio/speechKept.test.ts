import { NodeHttpClient } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { Transcriber } from "effect-model-gateway"
import { DataDirectory } from "effect-model-gateway/embedded"
import type { SpeechRecogniser } from "effect-model-gateway/engines"
import { TranscriberEngine } from "effect-model-gateway/engines"
import { recording } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { by } from "../../engines/support/speech.js"
import { submit } from "../../engines/support/transcription.js"
import { directory } from "../data/support/directories.js"
import { logged } from "../data/support/logs.js"

/** One life of an engine on a directory, with a recogniser or without. */
const life = (data: string, recogniser: Layer.Layer<SpeechRecogniser> | Layer.Layer<never>) =>
  Effect.provide(
    TranscriberEngine.layer().pipe(
      Layer.provide(recogniser),
      Layer.provide(DataDirectory.layer(data)),
      Layer.provide(NodeHttpClient.layerUndici)
    )
  )

const look = Effect.flatMap(Transcriber, ({ result }) => result("task-1"))

it.scopedLive("a recording is heard after a restart, where it was not before, and its text stays", () =>
  Effect.gen(function* () {
    const data = yield* directory
    const { asked, baseUrl } = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
    yield* submit(`${baseUrl}/standup.flac`).pipe(
      life(
        data,
        by(() => Effect.never)
      )
    )

    // Nobody listens without a recogniser, but the task is known, and says so.
    const { layer, lines } = logged()
    const waiting = yield* look.pipe(life(data, Layer.empty), Effect.provide(layer))
    assert.deepInclude(waiting, { status: 1, description: "Waits for a speech recogniser, and none is set up." })
    assert.deepStrictEqual(lines, ["WARN 1 transcription waits for a speech recogniser"])

    const heard = look.pipe(
      Effect.filterOrFail(({ status }) => status === 2),
      Effect.retry(Schedule.spaced("20 millis"))
    )
    const first = yield* heard.pipe(
      life(
        data,
        by(() => Effect.succeed("what was heard"))
      )
    )
    assert.propertyVal(first.asrcResult, "text", "what was heard")
    assert.deepStrictEqual(asked, ["/standup.flac", "/standup.flac"])

    assert.deepStrictEqual(yield* look.pipe(life(data, Layer.empty), Effect.provide(layer)), first)
    assert.lengthOf(lines, 1)
  })
)
