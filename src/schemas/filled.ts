import * as Schema from "effect/Schema"

/** A list with one element at the least, typed as any list, so that `texts.map(...)` fits it. */
export const filled = <A, I>(element: Schema.Schema<A, I>) =>
  Schema.Array(element).pipe(Schema.minItems(1, { description: "a list of one element at the least" }))
