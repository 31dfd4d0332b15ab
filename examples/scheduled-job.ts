/**
 * A scheduled job: new support calls are transcribed at two every night. Here the job runs every second second, and twice,
 * so that it can be watched; drop `times` and take the nightly expression for the real one.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Clock, Console, Cron, Effect, Layer, Schedule } from "effect"
import { Transcriber } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { Recordings, recordings } from "./support/recordings.js"
import { settings } from "./support/settings.js"

const nightly = Cron.unsafeParse("0 2 * * *", "Europe/Berlin")
const everySecondSecond = Cron.unsafeParse("*/2 * * * * *")
const times = Schedule.recurs(2)

const job = Effect.gen(function* () {
  const transcriber = yield* Transcriber
  const { urlOf } = yield* Recordings
  const { transcription } = yield* settings
  const id = `refund-policy-${yield* Clock.currentTimeMillis}`
  const { text } = yield* transcriber.transcribe({ ...transcription, id, audio: { uri: urlOf("refund-policy.opus") } })
  yield* Console.log(`${id}: ${text.slice(0, 60)}...`)
}).pipe(
  // A night that fails is named, and the next night comes all the same.
  Effect.catchAll((error) => Console.error(error.message))
)

const program = Effect.gen(function* () {
  yield* Console.log(`by the nightly expression the next run is at ${Cron.next(nightly).toISOString()}`)
  yield* Effect.schedule(job, Schedule.intersect(Schedule.cron(everySecondSecond), times))
})

NodeRuntime.runMain(Effect.provide(program, Layer.merge(gateway, recordings)))
