import type * as Arbitrary from "effect/Arbitrary"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** An embedding: finite numbers. */
export type Vector = ReadonlyArray<number>

const isVector = (input: unknown): input is Vector => {
  if (!Array.isArray(input)) return false
  for (let i = 0; i < input.length; i++) {
    if (!Number.isFinite(input[i])) return false
  }
  return true
}

const arbitrary = (): Arbitrary.LazyArbitrary<Vector> => (fc) =>
  fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 16 })

/**
 * A vector, checked by one tight loop: a schema per element would cost more than twenty times as much for the
 * thousands of numbers of an embedding.
 */
export const Vector: Schema.Schema<Vector> = Schema.declare(
  [],
  {
    decode: () => (input, _, ast) =>
      isVector(input) ? ParseResult.succeed(input) : ParseResult.fail(new ParseResult.Type(ast, input)),
    encode: () => (input, _, ast) =>
      isVector(input) ? ParseResult.succeed(input) : ParseResult.fail(new ParseResult.Type(ast, input))
  },
  {
    identifier: "Vector",
    description: "an array of finite numbers",
    jsonSchema: { type: "array", items: { type: "number" } },
    arbitrary
  }
)
