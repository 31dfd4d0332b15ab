import type { Treatment } from "../../support/tcpProxy.js"
import type { Outcome, Safety } from "./table.js"

/** How a call ends whose first connection a proxy treats so, and what the gateway saw of it. */
export interface Treated {
  readonly outcome: Outcome
  /** How many requests the gateway could read. */
  readonly read: number
  /** How often the work was done, of an order or a keyed request. */
  readonly accepted: number
  /** The queries by which a keyed request asked for its work. */
  readonly asked: number
}

/** A row: what is done to the bytes of the first connection, and what becomes of a call of each safety. */
export interface TreatedRow extends Readonly<Record<Safety, Treated>> {
  readonly what: string
  readonly treatment: Treatment
  /** Whether an attempt has little time, for it would wait for what never comes. */
  readonly hurried?: boolean
}

const end = (outcome: Outcome, read: number, accepted: number, asked = 0): Treated => ({
  outcome,
  read,
  accepted,
  asked
})

const error = (_tag: string, seen: Readonly<Record<string, unknown>> = {}) => ({ _tag, attempts: 1, ...seen })

const unknown = (reason: string) => error("GatewayOutcomeUnknown", { reason, safety: "Order" })

const all = (one: Treated) => ({ read: one, keyed: one, order: one })

const goesWell = all(end("done", 1, 1))

/** The gateway never had the whole request. That is no proof for the client, so an order is not sent again all the same. */
const notArrived = (reason: string) => ({
  read: end("done", 1, 1),
  keyed: end("done", 1, 1, 1),
  order: end(unknown(reason), 0, 0)
})

/** The gateway did the work, and the reply was lost. */
const notAnswered = (reason: string) => ({
  read: end("done", 2, 1),
  keyed: end("done", 1, 1, 1),
  order: end(unknown(reason), 1, 1)
})

/** A reply came that is none: the order was answered, so its caller knows that it was accepted. */
const misread = (problem = "must be JSON, and is not whole") => ({
  ...notAnswered(""),
  order: end(error("GatewayInvalidResponse", { issues: [{ path: "", problem }] }), 1, 1)
})

/** The gateway could not make sense of it, and said so: the last word for all. */
const refused = (_tag: string, seen = {}) => all(end(error(_tag, seen), 0, 0))

const closed = "UND_ERR_SOCKET"

const corrupt = (side: "request" | "reply", part: "head" | "body", from: RegExp, to: string): Treatment => ({
  kind: "corrupt",
  side,
  part,
  from,
  to
})

const cuts = (["close", "reset"] as const).flatMap((how): ReadonlyArray<TreatedRow> => {
  // Once some of a reply was read, a reset is told like an end.
  const reason = how === "close" ? closed : "ECONNRESET"
  const cut = (side: "request" | "reply", after: number): Treatment => ({ kind: "cut", side, after, how })
  return [
    { what: `${how} before a byte of the request`, treatment: cut("request", 0), ...notArrived(reason) },
    { what: `${how} in the head of the request`, treatment: cut("request", 40), ...notArrived(reason) },
    { what: `${how} before a byte of the reply`, treatment: cut("reply", 0), ...notAnswered(reason) },
    { what: `${how} in the head of the reply`, treatment: cut("reply", 20), ...notAnswered(closed) }
  ]
})

/** A text in a reply of each operation that no caller reads. */
const anyText = /"(object|msg|status)":"./

/** What a proxy does to the first connection of a call, and how the call ends with retries. */
export const treatedRows: ReadonlyArray<TreatedRow> = [
  { what: "nothing", treatment: { kind: "pass" }, ...goesWell },
  { what: "each piece late", treatment: { kind: "delay", millis: 20 }, ...goesWell },
  ...cuts,

  {
    what: "a version of HTTP that is none",
    treatment: corrupt("request", "head", /HTTP\/1/, "HTTP/9"),
    ...refused("GatewayBadRequest")
  },
  {
    what: "a NUL in the method",
    treatment: corrupt("request", "head", /POST/, "P\0ST"),
    ...refused("GatewayBadRequest")
  },
  {
    what: "another key",
    treatment: corrupt("request", "head", /Bearer s/i, "Bearer x"),
    ...refused("GatewayUnauthorized")
  },
  {
    what: "another path",
    treatment: corrupt("request", "head", /\/v1/, "/vx"),
    ...refused("GatewayUnexpectedStatus", { status: 404 })
  },
  {
    what: "a request that says it is longer",
    treatment: corrupt("request", "head", /content-length: /i, "content-length: 1"),
    hurried: true,
    ...notArrived("timeout")
  },
  {
    what: "a request that says it is shorter",
    treatment: corrupt("request", "head", /content-length: \d/i, "content-length: 0"),
    ...refused("GatewayBadRequest")
  },
  {
    what: "a request that is no JSON",
    treatment: corrupt("request", "body", /\{/, "("),
    ...refused("GatewayBadRequest")
  },
  // Nobody can see it: the gateway gets another text than was sent.
  {
    what: "another text in the request",
    treatment: corrupt("request", "body", /"(model|id)":"./, '"$1":"z'),
    ...goesWell
  },

  { what: "a reply that is no HTTP", treatment: corrupt("reply", "head", /HTTP/, "HXTP"), ...notAnswered("Transport") },
  {
    what: "a status that is no number",
    treatment: corrupt("reply", "head", / 200 /, " 2x0 "),
    ...notAnswered("Transport")
  },
  { what: "an interim status", treatment: corrupt("reply", "head", / 200 /, " 100 "), ...notAnswered(closed) },
  {
    what: "another status",
    treatment: corrupt("reply", "head", / 200 /, " 500 "),
    ...notAnswered(""),
    order: end(error("GatewayUnexpectedStatus", { status: 500, open: true }), 1, 1)
  },
  {
    what: "a reply that says it is longer",
    treatment: corrupt("reply", "head", /content-length: /i, "content-length: 1"),
    hurried: true,
    ...notAnswered("timeout")
  },
  {
    what: "a reply that says it is shorter",
    treatment: corrupt("reply", "head", /content-length: \d/i, "content-length: 0"),
    ...misread()
  },
  {
    what: "a length that is no number",
    treatment: corrupt("reply", "head", /content-length: \d/i, "content-length: x"),
    ...notAnswered("Transport")
  },
  {
    what: "a reply that does not say how long it is",
    treatment: corrupt("reply", "head", /content-length/i, "xontent-length"),
    hurried: true,
    ...notAnswered("timeout")
  },
  {
    what: "a header that is none",
    treatment: corrupt("reply", "head", /\r\n\r\n/, "\r\nx\0\r\n\r\n"),
    ...notAnswered("UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
  },
  { what: "another content type", treatment: corrupt("reply", "head", /application\/json/, "text/plain"), ...goesWell },
  { what: "a reply that is no JSON", treatment: corrupt("reply", "body", /\{/, "("), ...misread() },
  { what: "a NUL in a string of the reply", treatment: corrupt("reply", "body", /"\w/, '"\0'), ...misread() },
  // Nobody can see these two either: the caller gets another text than was sent.
  { what: "another text in the reply", treatment: corrupt("reply", "body", anyText, '"$1":"z'), ...goesWell },
  {
    what: "a text in the reply that is no UTF-8",
    treatment: corrupt("reply", "body", anyText, '"$1":"\xff'),
    ...goesWell
  }
]
