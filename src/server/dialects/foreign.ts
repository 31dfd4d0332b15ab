import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A field of other clients that only labels the call: whatever it holds, it is dropped. */
export const label = Schema.optional(Schema.Unknown)

/** A field of other clients that is dropped where its value changes nothing. `wanted` completes the refusal "must be". */
export const only = (changesNothing: Predicate.Predicate<unknown>, wanted: string) =>
  Schema.optional(Schema.Unknown.pipe(Schema.filter(changesNothing, { description: wanted })))

/** A field of other clients that is dropped where it holds one of these values. */
export const onlyAs = (
  values: readonly [Value, ...ReadonlyArray<Value>],
  wanted = `${values.join(" or ")} or left out`
) => only((given) => values.some((value) => value === given), wanted)

type Value = string | number | boolean

/** How many images are asked for: one, for each accepted order costs money, and an order is never split. */
export const oneImage = onlyAs([1], "1: each image is an order of its own, send one request for each")

/** A field of other clients that is dropped where it is an empty list or object. */
export const onlyEmpty = only(
  (given) => (Array.isArray(given) || Predicate.isReadonlyRecord(given)) && Object.keys(given).length === 0,
  "empty or left out"
)

/** A field of other clients that is never taken; `why` says what to do instead. */
export const never = (why: string) => only(() => false, `left out: ${why}`)

/** Fields by which clients of several makes tell who calls, and what for. */
export const callerLabels = { user: label, metadata: label, safety_identifier: label }

/**
 * A body without the fields that are null: many clients write null for what is left out. Elements of lists stay as they
 * are, and so does what lies deeper than any field of a request, which is refused anyway.
 */
export const withoutNulls = (value: unknown, levels = deepest): unknown => {
  if (levels === 0) return value
  if (Array.isArray(value)) return value.map((element) => withoutNulls(element, levels - 1))
  if (!Predicate.isReadonlyRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (field === null ? [] : [[name, withoutNulls(field, levels - 1)]]))
  )
}

/** The levels of the deepest request: the fields of a part, in the content of a message, in a body. */
const deepest = 6
