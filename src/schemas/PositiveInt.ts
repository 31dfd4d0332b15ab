import * as Schema from "effect/Schema"

/** A whole number from 1. */
export const PositiveInt = Schema.Int.pipe(
  Schema.positive({ identifier: "PositiveInt", description: "a whole number from 1" })
)
