import * as Schema from "effect/Schema"

/** A list with one element at the least, but with the type of a list of any length, so that `texts.map(...)` fits it. */
export const filled = <A, I>(element: Schema.Schema<A, I>) =>
  Schema.Array(element).pipe(Schema.minItems(1, { description: "a list of one element at the least" }))
