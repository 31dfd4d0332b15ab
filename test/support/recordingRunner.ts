import { Clock, Effect, Schema } from "effect"
import type { Runner } from "effect-model-gateway"

/** A step's outcome as it is kept: as text, so that only what its schemas can write survives. */
interface Kept {
  readonly ended: "well" | "badly"
  readonly text: string
}

const write = <A, I>(schema: Schema.Schema<A, I>, value: A): Effect.Effect<string> =>
  Effect.orDie(Schema.encode(Schema.parseJson(schema))(value))

const read = <A, I>(schema: Schema.Schema<A, I>, { text }: Kept): Effect.Effect<A> =>
  Effect.orDie(Schema.decode(Schema.parseJson(schema))(text))

/**
 * A durable runner in small: it keeps each outcome, and gives it back on the next run instead of running the step. What
 * ran and what was waited for is told by key.
 */
export const recordingRunner = () => {
  const kept = new Map<string, Kept>()
  const ran: Array<string> = []
  const waited: Array<readonly [key: string, until: number]> = []

  const run: Runner["run"] = ({ error, key, success }, effect) => {
    const outcome = kept.get(key)
    if (outcome?.ended === "well") return read(success, outcome)
    if (outcome?.ended === "badly" && error !== undefined) return Effect.flatMap(read(error, outcome), Effect.fail)
    ran.push(key)
    return Effect.tapBoth(effect, {
      onSuccess: (value) => Effect.map(write(success, value), (text) => kept.set(key, { ended: "well", text })),
      onFailure: (failure) =>
        error === undefined
          ? Effect.void
          : Effect.map(write(error, failure), (text) => kept.set(key, { ended: "badly", text }))
    })
  }

  const sleepUntil: Runner["sleepUntil"] = (key, instant) =>
    Effect.gen(function* () {
      waited.push([key, instant])
      const now = yield* Clock.currentTimeMillis
      if (instant > now) yield* Effect.sleep(instant - now)
    })

  return { runner: { run, sleepUntil }, ran, waited }
}
