import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { acceptAs } from "../../schemas/accept.js"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { PositiveInt } from "../../schemas/PositiveInt.js"
import { strict } from "../../schemas/strict.js"
import type { BatchOptions } from "./BatchOptions.js"

const Share = Schema.Number.pipe(Schema.between(0, 1, { description: "a share from 0 to 1" }))

/** The options whose values not every type can hold. */
const Settings = strict(
  Schema.Struct({
    runId: Schema.NonEmptyString,
    concurrency: Schema.optional(PositiveInt),
    stopWhen: Schema.optional(
      Schema.Struct({
        failures: Schema.optional(PositiveInt),
        failureRate: Schema.optional(Schema.Struct({ above: Share, after: Schema.optional(PositiveInt) })),
        orders: Schema.optional(Schema.NonNegativeInt)
      })
    )
  })
)

/** Refuses options that do not fit, by their names, before anything is made or sent. */
export const checkSettings = <I>({
  concurrency,
  runId,
  stopWhen
}: Pick<BatchOptions<I>, "concurrency" | "runId" | "stopWhen">): Effect.Effect<void, GatewayInvalidRequest> =>
  Effect.asVoid(acceptAs("Batch", Settings)({ runId, concurrency, stopWhen }))
