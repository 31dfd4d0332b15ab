import { readdirSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Duration, Effect, Schedule } from "effect"
import { wav } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { program } from "../../engines/support/speech.js"
import { submit } from "../../engines/support/transcription.js"
import { directory, within } from "./support/directories.js"
import { services, start, startHearing } from "./support/processes.js"

/** What is said of a directory that another gateway holds. */
const refusal = (data: string) =>
  `the data directory ${data} cannot be used: ` +
  "another gateway keeps its state there; stop that one, or name another directory"

/** A gateway in this process is refused, and does not wait for the other one. */
const refusedHere = (data: string) =>
  Effect.gen(function* () {
    const [took, error] = yield* Effect.timed(Effect.flip(within(data, () => Effect.void)))
    assert.strictEqual(error.message, refusal(data))
    assert.isBelow(Duration.toMillis(took), 2_000)
  })

it.scopedLive("of two gateways in a process the second is refused, until the first has ended", () =>
  Effect.gen(function* () {
    const data = yield* directory
    for (let round = 0; round < 3; round++) {
      yield* within(data, () => Effect.zipRight(refusedHere(data), refusedHere(data)))
    }
  })
)

it.scopedLive(
  "of two processes the second is refused, until the first is killed",
  () =>
    Effect.gen(function* () {
      const data = yield* directory
      const first = yield* start(data)
      assert.include(yield* Effect.flip(start(data)), refusal(data))
      yield* refusedHere(data)
      yield* first.kill
      yield* (yield* start(data)).kill
      const said = yield* within(data, () => Effect.scoped(Effect.flip(start(data))))
      assert.include(said, refusal(data))
    }),
  60_000
)

it.scopedLive(
  "a recording that was being heard lies in the directory, and is gone after a kill and a start",
  () =>
    Effect.gen(function* () {
      const data = yield* directory
      const { baseUrl } = yield* serveFiles({ "/a.wav": wav(1) })
      const recordings = Effect.sync(() => readdirSync(`${data}/tmp`))
      const first = yield* startHearing(data, program("setTimeout(() => {}, 5000)"))
      yield* Effect.provide(submit(`${baseUrl}/a.wav`), services(first))
      const lying = yield* recordings.pipe(
        Effect.filterOrFail((names) => names.length > 0),
        Effect.retry(Schedule.spaced("20 millis"))
      )
      yield* first.kill
      assert.deepStrictEqual(yield* recordings, lying)
      assert.match(lying.join(), /^recording-\w{6}$/)
      yield* start(data)
      assert.isEmpty(yield* recordings)
    }),
  60_000
)
