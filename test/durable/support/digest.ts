import { Effect, Schema } from "effect"
import { GatewayBadRequest, GatewayError, GatewayOutcomeUnknown, step } from "effect-model-gateway"
import { durable } from "effect-model-gateway/durable"

/** What a digest is asked for: how its second step, an order, and its third end. */
export const Digest = Schema.Struct({
  text: Schema.NonEmptyString,
  order: Schema.optionalWith(Schema.Literal("well", "refused", "unknown"), { default: () => "well" as const })
})

/** How often each step of a digest was carried out, by text. */
export const counts = () => {
  const made = new Map<string, number>()
  const count = (name: string) =>
    Effect.sync(() => {
      const times = (made.get(name) ?? 0) + 1
      made.set(name, times)
      return times
    })
  return { count, of: (name: string) => made.get(name) ?? 0 }
}

const refused = new GatewayBadRequest({ operation: "digest", safety: "Order", attempts: 1 })

const failures = {
  refused,
  unknown: new GatewayOutcomeUnknown({ operation: "digest", attempts: 1, reason: "reset" })
}

/** A pipeline of a user's own: a read; an order; and a step that fails until `isUp` says otherwise. */
export const digestOf = (work: ReturnType<typeof counts>, isUp: () => boolean = () => true) =>
  durable({
    name: "digest",
    input: Digest,
    success: Schema.Struct({ words: Schema.Int, summary: Schema.String }),
    error: GatewayError,
    run: ({ order = "well", text }) =>
      Effect.gen(function* () {
        const words = yield* Effect.as(work.count(`read ${text}`), text.split(" ").length).pipe(
          step("read", { success: Schema.Int })
        )
        yield* work.count(`order ${text}`).pipe(
          Effect.flatMap((times) => (order === "well" || times > 1 ? Effect.void : Effect.fail(failures[order]))),
          step("order", { success: Schema.Void, error: GatewayError, safety: "Order" })
        )
        const summary = yield* work.count(`summarise ${text}`).pipe(
          Effect.flatMap(() => (isUp() ? Effect.succeed(`${words} words`) : Effect.fail(refused))),
          step("summarise", { success: Schema.String, error: GatewayError })
        )
        return { words, summary }
      })
  })
