import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { handedOn } from "./handedOn.js"

/** Why a reply with HTTP status 200 is still a refusal (specification: response envelope). */
export interface Rejection {
  /** The business code, as the gateway gave it. */
  readonly code: string
  readonly msg?: string | undefined
  readonly traceId?: string | undefined
  /** The payload that came with the refusal; null or absent in most. */
  readonly data?: unknown
}

/** How a 200 can still say no, read by the client and written by the server. */
export interface Envelope {
  /** Why this body is a refusal; none where it is an acceptance, or no envelope at all. */
  readonly rejection: (body: unknown) => Option.Option<Rejection>
  /** The body that carries a refusal. */
  readonly reject: (rejection: Rejection) => unknown
}

/** The business code of success (specification: "the success value is the string 200"). */
export const successCode = "200"

const Header = Schema.Struct({
  code: Schema.Union(Schema.String, Schema.transform(Schema.Number, Schema.String, { decode: String, encode: Number })),
  msg: handedOn(Schema.String),
  traceId: handedOn(Schema.String),
  data: Schema.optional(Schema.Unknown)
})

const readHeader = Schema.decodeUnknownOption(Header)

/** The envelope of the transcription operations: every `code` but the success value is a refusal. */
export const codeEnvelope: Envelope = {
  rejection: (body) => Option.filter(readHeader(body), ({ code }) => code !== successCode),
  reject: ({ code, data = null, msg = "", traceId = "" }) => ({ code, msg, data, traceId })
}

/**
 * The envelope as a schema around a payload. `code` must be there, for only it says that a call was accepted; `msg` and
 * `traceId` may be absent, and an absent `data` reads as null.
 */
export const enveloped = <A, I>(data: Schema.Schema<A, I>) =>
  Schema.Struct({
    code: Header.fields.code,
    msg: handedOn(Schema.String),
    data: Schema.optionalWith(Schema.NullOr(data), { default: () => null }),
    traceId: handedOn(Schema.String)
  })
