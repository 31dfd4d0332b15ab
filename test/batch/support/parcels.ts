import { Effect, Schema } from "effect"
import { GatewayBadRequest, GatewayError, pipeline, step } from "effect-model-gateway"

/** A text, and how often it is refused before it is taken. */
const Parcel = Schema.Struct({
  id: Schema.optional(Schema.String),
  text: Schema.NonEmptyString,
  refusals: Schema.optionalWith(Schema.Int, { default: () => 0 })
}).annotations({ parseOptions: { onExcessProperty: "error", errors: "all" } })

/** A pipeline that counts how often it packs each text, and refuses some. */
export const parcels = () => {
  const packed = new Map<string, number>()
  const pack = (text: string, refusals: number) =>
    Effect.suspend(() => {
      const times = (packed.get(text) ?? 0) + 1
      packed.set(text, times)
      return times > refusals
        ? Effect.succeed(text.length)
        : new GatewayBadRequest({ operation: "pack", attempts: 1, traceId: `trace-${text}` })
    })
  return {
    packed: (text: string) => packed.get(text) ?? 0,
    all: () => [...packed.values()].reduce((sum, one) => sum + one, 0),
    pipeline: pipeline({
      name: "parcels",
      input: Parcel,
      success: Schema.Struct({ size: Schema.Int }),
      error: GatewayError,
      run: ({ refusals = 0, text }) =>
        pack(text, refusals).pipe(
          step("pack", { success: Schema.Int, error: GatewayError }),
          Effect.map((size) => ({ size }))
        )
    })
  }
}
