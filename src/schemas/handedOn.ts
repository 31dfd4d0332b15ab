import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/**
 * A field of a reply that is handed on where it fits, and not needed: null, and what does not fit, read as absent. A paid
 * image is not lost because a token count came as text.
 */
export const handedOn = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalToOptional(
    Schema.NullOr(schema).annotations({ decodingFallback: () => Either.right(null) }),
    Schema.UndefinedOr(Schema.typeSchema(schema)),
    { decode: Option.filter(Predicate.isNotNull), encode: Option.filter(Predicate.isNotUndefined) }
  )
