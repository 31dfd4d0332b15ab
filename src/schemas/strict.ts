import type * as Schema from "effect/Schema"

/**
 * A request schema that refuses unknown fields by name and reports every wrong field, not just the first. Nested
 * objects inherit it. Requests are strict on both sides, so that a misspelt field cannot pass as its default. Give it its
 * identifier afterwards, for annotating a schema drops the one it had.
 */
export const strict = <Self extends Schema.Schema<A, I>, A, I>(schema: Schema.Annotable<Self, A, I>): Self =>
  schema.annotations({ parseOptions: { onExcessProperty: "error", errors: "all" } })
