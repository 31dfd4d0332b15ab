import * as Duration from "effect/Duration"
import type { GatewayError } from "./GatewayError.js"
import type { Safety } from "./Operation.js"

/**
 * What is done about a failed call.
 *
 * - `again`: the request is sent again, after a wait.
 * - `once`: it is sent again a single time.
 * - `ask`: the gateway is asked for the work by its id, and the request sent again only where it does not know it.
 * - `end`: the call ends with the failure.
 */
export type Reaction = "again" | "once" | "ask" | "end"

/** A failure in words, and the reaction to it for each kind of safety. */
export type Reactions = { readonly failure: string } & Readonly<Record<Safety<never>["_tag"], Reaction>>

const row = (failure: string, Read: Reaction, Keyed: Reaction, Order: Reaction): Reactions => ({
  failure,
  Read,
  Keyed,
  Order
})

/**
 * The one table of failures and reactions. What proves that a request was not accepted is the same for all; where there is
 * no proof a read is repeated, a keyed request asked for, and an order never sent again.
 */
export const reactions = {
  refused: row("the request does not fit, or is refused (400, 401, an envelope that says no)", "end", "end", "end"),
  rateLimited: row("429", "again", "again", "again"),
  pausing: row("503 with Retry-After", "again", "again", "again"),
  unavailable: row("503 without Retry-After", "again", "ask", "end"),
  serverError: row("408, and 5xx but 503", "again", "ask", "end"),
  otherStatus: row("any other status", "end", "end", "end"),
  neverConnected: row("no connection was made", "again", "again", "again"),
  connectionLost: row("the connection broke before the whole reply was read", "again", "ask", "end"),
  timedOut: row("the attempt took too long", "again", "ask", "end"),
  outOfTime: row("not sent, for the time that it was given is up", "end", "end", "end"),
  misfit: row("a success whose body does not fit", "once", "ask", "end"),
  outcomeUnknown: row("an order without a whole reply", "end", "end", "end"),
  withheld: row("an order that is not sent, for the cap on orders is reached", "end", "end", "end")
} as const satisfies Readonly<Record<string, Reactions>>

/** A row of the table, by its name. */
export type FailureKind = keyof typeof reactions

/** Which row of the table an error is. */
export const failureKind = (error: GatewayError): FailureKind => {
  switch (error._tag) {
    case "GatewayBadRequest":
    case "GatewayUnauthorized":
    case "GatewayInvalidRequest":
    case "GatewayRejected":
      return "refused"
    case "GatewayRateLimited":
      return "rateLimited"
    case "GatewayUnavailable":
      return error.retryAfter === undefined ? "unavailable" : "pausing"
    case "GatewayUnexpectedStatus":
      return error.status >= 500 || error.status === 408 ? "serverError" : "otherStatus"
    case "GatewayTransportError":
      return error.connected ? "connectionLost" : "neverConnected"
    case "GatewayTimeout":
      return Duration.equals(error.limit, Duration.zero) ? "outOfTime" : "timedOut"
    case "GatewayInvalidResponse":
      return "misfit"
    case "GatewayOutcomeUnknown":
      return "outcomeUnknown"
    case "GatewayOrderWithheld":
      return "withheld"
  }
}

/**
 * Whether an order that was answered so may have been accepted. A 4xx refuses it, but for 408, and a wait that is asked for
 * says to come again; another status proves nothing.
 */
export const leavesOrderOpen = (error: GatewayError): boolean =>
  failureKind(error) === "unavailable" ||
  (error._tag === "GatewayUnexpectedStatus" && (error.status < 400 || failureKind(error) === "serverError"))

/** What is done about an error; one without a safety, which is not the client's, is taken for that of a read. */
export const reactionTo = (error: GatewayError): Reaction => reactions[failureKind(error)][error.safety ?? "Read"]

/**
 * Whether the request may be sent again, and may then go better. Of an order that is so only where it is proved that it
 * was not accepted: never connected, 429, or 503 with `Retry-After`, or never sent; of a keyed request, by the same id.
 */
export const isRetryable = (error: GatewayError): boolean => {
  const reaction = reactionTo(error)
  return (
    failureKind(error) === "outOfTime" ||
    reaction === "again" ||
    (reaction === "ask" && error._tag !== "GatewayInvalidResponse")
  )
}

/** Whether a failure proves that the request was not accepted: it was refused, was never sent, or may be sent again at once. */
export const provesNotAccepted = (error: GatewayError): boolean => {
  const kind = failureKind(error)
  return kind === "refused" || kind === "outOfTime" || kind === "withheld" || reactions[kind].Order === "again"
}

/**
 * Whether a call that failed may have been accepted nevertheless, and so may have to be paid for. That is said of an order by
 * `open` and `GatewayOutcomeUnknown`; of others it is so where no answer came, or one that proves nothing.
 */
export const mayBeAccepted = (error: GatewayError): boolean =>
  error.open === true || leavesOrderOpen(error) || undecided.includes(failureKind(error))

const undecided: ReadonlyArray<FailureKind> = ["connectionLost", "timedOut", "misfit", "outcomeUnknown"]
