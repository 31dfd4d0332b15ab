import * as Schema from "effect/Schema"
import { PositiveInt } from "../../schemas/PositiveInt.js"

const kind = <const Kind extends string>(name: Kind) => ({ kind: Schema.Literal(name) })

/** Whether the work is done, and then not told of. Default: false, and the request changes nothing. */
const accepts = { accepts: Schema.optional(Schema.Boolean) }

/** Whether the connection is reset, in place of closed. Default: false. */
const reset = { reset: Schema.optional(Schema.Boolean) }

const Seconds = Schema.NonNegativeInt.annotations({ description: "a whole number of seconds, from 0" })
const Millis = Schema.NonNegativeInt.annotations({ description: "a whole number of milliseconds, from 0" })

/** An answer with the status of a failure. */
const Status = Schema.Struct({
  ...kind("status"),
  status: Schema.Int.pipe(Schema.between(400, 599, { description: "a status from 400 to 599" })),
  /** What `Retry-After` asks for. Unit: seconds. Default: there is no such header. */
  retryAfter: Schema.optional(Seconds),
  /** The form of `Retry-After`. Default: seconds. */
  retryAfterAs: Schema.optional(Schema.Literal("seconds", "date")),
  /** This server's own JSON, a page as a proxy writes it, or nothing. Default: json. */
  body: Schema.optional(Schema.Literal("json", "html", "empty")),
  ...accepts
})

/** A 200 whose envelope says no, of the operations that have one. */
const Refusal = Schema.Struct({
  ...kind("refusal"),
  /** The envelope's code. Default: 500. */
  code: Schema.optional(Schema.NonEmptyString),
  msg: Schema.optional(Schema.String),
  ...accepts
})

/** The connection ends before a byte of an answer. */
const Drop = Schema.Struct({ ...kind("drop"), ...accepts, ...reset })

/** No answer comes until the caller leaves. */
const Hang = Schema.Struct({ ...kind("hang"), ...accepts })

/** The connection is reset when half of the reply's body is out. */
const ResetInBody = Schema.Struct(kind("resetInBody"))

/** The first half of the reply's body, in an HTTP message that is whole. */
const CutJson = Schema.Struct(kind("cutJson"))

/** The reply's body in ten pieces, spread over a time. */
const SlowBody = Schema.Struct({ ...kind("slowBody"), millis: Millis })

/** Half of the reply's body, and then spaces until the caller leaves. */
const EndlessBody = Schema.Struct(kind("endlessBody"))

/** A submission is accepted, and the first queries of its id are told that there is no such record. */
const NotFoundAtFirst = Schema.Struct({
  ...kind("notFoundAtFirst"),
  queries: PositiveInt,
  /** The envelope's code. Default: 404. */
  code: Schema.optional(Schema.NonEmptyString)
})

/** A transcription has a status that is neither of the known ones. */
const UnknownStatus = Schema.Struct({
  ...kind("unknownStatus"),
  /** Default: 7. */
  status: Schema.optional(Schema.Int)
})

/** The first vector, or result, comes twice. */
const DuplicateResult = Schema.Struct(kind("duplicateResult"))

/** The first vector, or result, has an index that no text has. */
const WrongIndex = Schema.Struct(kind("wrongIndex"))

/** The first vector has one number more than the others. */
const WrongDimension = Schema.Struct(kind("wrongDimension"))

/** The reply to an order for an image holds none. */
const EmptyImage = Schema.Struct(kind("emptyImage"))

/** Before a page that is not the first is read, an asset that stands in front of it is added or removed. */
const ChangingPage = Schema.Struct({
  ...kind("changingPage"),
  /** Default: added. */
  change: Schema.optional(Schema.Literal("added", "removed"))
})

/** Something that a gateway does wrong, by its `kind`. */
export const Fault = Schema.Union(
  Status,
  Refusal,
  Drop,
  Hang,
  ResetInBody,
  CutJson,
  SlowBody,
  EndlessBody,
  NotFoundAtFirst,
  UnknownStatus,
  DuplicateResult,
  WrongIndex,
  WrongDimension,
  EmptyImage,
  ChangingPage
).annotations({ identifier: "Fault" })
/** Something that a gateway does wrong, by its `kind`. */
export type Fault = typeof Fault.Type

/** The fault of a kind. */
export type FaultOf<Kind extends Fault["kind"]> = Extract<Fault, { readonly kind: Kind }>
