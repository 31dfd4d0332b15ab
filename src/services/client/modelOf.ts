import * as Predicate from "effect/Predicate"

/** What the field `model` of a request says, where it has one. */
export const modelOf = (request: unknown): string | undefined =>
  Predicate.hasProperty(request, "model") && Predicate.isString(request.model) ? request.model : undefined
