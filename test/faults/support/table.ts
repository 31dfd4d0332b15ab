import type { OperationName } from "effect-model-gateway"
import type { Fault } from "effect-model-gateway/server"

/** How a call ends: `done`, or what its error is seen to have. */
export type Outcome = "done" | { readonly _tag: string; readonly [field: string]: unknown }

/** How a call ends, and what the gateway's journal has of it. */
export interface End {
  readonly outcome: Outcome
  /** The requests of the operation. */
  readonly sent: number
  /** How often the work was done, of an order or a keyed request; of a read there is nothing to count. */
  readonly accepted: number
  /** The queries by which a keyed request asked for its work. */
  readonly asked: number
}

/** What a repeated request would do. */
export type Safety = "read" | "keyed" | "order"

type Ends = Readonly<Partial<Record<Safety, End>>>

/** A fault that the first request of an operation meets, and how the call ends with and without retries. */
export interface Row {
  readonly fault: Fault
  readonly noRetries: Ends
  readonly retries: Ends
  /** The operations that alone can meet it. Default: all. */
  readonly only?: ReadonlyArray<OperationName>
  /** Unit: bytes. Default: the client's own. */
  readonly maxReplyBytes?: number
  /** Whether an attempt has little time. */
  readonly hurried?: boolean
}

/** The operations by what a repeated request would do, as the specification has it. */
export const operationsOf: Readonly<Record<Safety, ReadonlyArray<OperationName>>> = {
  read: ["queryTranscription", "listAssets", "createEmbeddings", "rerankDocuments"],
  keyed: ["submitTranscription"],
  order: ["generateChatImage", "generateNativeImage", "orderVideo"]
}

const end = (outcome: Outcome, sent: number, accepted: number, asked = 0): End => ({ outcome, sent, accepted, asked })

const all = (one: End): Ends => ({ read: one, keyed: one, order: one })

const error = (_tag: string, seen: Readonly<Record<string, unknown>> = {}) => ({ _tag, attempts: 1, ...seen })

/** The first attempt fails and nothing is done; the second goes well. Where that is so for an order, it costs one. */
const secondGoesWell = end("done", 2, 1)

/** The gateway is asked, does not know the id, and gets the request again. */
const askedAndSentAgain = end("done", 2, 1, 1)

/** The gateway is asked, and knows the id. */
const askedAndKnown = end("done", 1, 1, 1)

/** A refusal is the last word, however many retries there are. */
const refused = (_tag: string, seen = {}): Pick<Row, "noRetries" | "retries"> => {
  const ends = all(end(error(_tag, seen), 1, 0))
  return { noRetries: ends, retries: ends }
}

/** A failure that says that the request was not accepted: all are sent again, orders too. */
const notAccepted = (_tag: string): Pick<Row, "noRetries" | "retries"> => ({
  noRetries: all(end(error(_tag), 1, 0)),
  retries: all(secondGoesWell)
})

/** A status that leaves open whether the work was done: an order is not sent again, and its error says that it is open. */
const openStatus = (_tag: string, seen = {}): Pick<Row, "noRetries" | "retries"> => {
  const once = end(error(_tag, seen), 1, 0)
  const order = end(error(_tag, { ...seen, open: true }), 1, 0)
  return {
    noRetries: { read: once, keyed: once, order },
    retries: { read: secondGoesWell, keyed: askedAndSentAgain, order }
  }
}

/** The same, where the work was done: the journal has it, and the submission is found by its id. */
const openStatusDone = (_tag: string, seen = {}): Pick<Row, "noRetries" | "retries"> => {
  const once = end(error(_tag, seen), 1, 1)
  const order = end(error(_tag, { ...seen, open: true }), 1, 1)
  return {
    noRetries: { read: once, keyed: once, order },
    retries: { read: secondGoesWell, keyed: askedAndKnown, order }
  }
}

/** No whole reply, and nothing was done. An order's caller is told that the outcome is unknown, and none is sent again. */
const lost = (_tag: string, reason: string, seen = {}): Pick<Row, "noRetries" | "retries"> => {
  const once = end(error(_tag, seen), 1, 0)
  const unknown = end(error("GatewayOutcomeUnknown", { reason }), 1, 0)
  return {
    noRetries: { read: once, keyed: once, order: unknown },
    retries: { read: secondGoesWell, keyed: askedAndSentAgain, order: unknown }
  }
}

/** No whole reply, though the work was done: to send again would be a second order, and a second submission of the id. */
const lostDone = (_tag: string, reason: string, seen = {}): Pick<Row, "noRetries" | "retries"> => {
  const once = end(error(_tag, seen), 1, 1)
  const unknown = end(error("GatewayOutcomeUnknown", { reason }), 1, 1)
  return {
    noRetries: { read: once, keyed: once, order: unknown },
    retries: { read: secondGoesWell, keyed: askedAndKnown, order: unknown }
  }
}

/** Nothing goes wrong. */
const nothing: Pick<Row, "noRetries" | "retries"> = {
  noRetries: all(end("done", 1, 1)),
  retries: all(end("done", 1, 1))
}

/** A reply whose fields fit and whose sense does not: the service that reads it finds that, and does not call again. */
const nonsense = (_tag: string, seen = {}): Pick<Row, "noRetries" | "retries"> => {
  const ends = all(end(error(_tag, seen), 1, 1))
  return { noRetries: ends, retries: ends }
}

const closed = { connected: true, reason: "UND_ERR_SOCKET" }
const reset = { connected: true, reason: "ECONNRESET" }
const notWhole = { issues: [{ path: "", problem: "must be JSON, and is not whole" }] }
const invalidOnce = end(error("GatewayInvalidResponse", notWhole), 1, 1)
const tooLarge = {
  issues: [{ path: "", problem: "is larger than 1000000 bytes; the maxReplyBytes option allows more" }]
}

/**
 * Every kind of fault. Not here is a 429, or a 503 with `Retry-After`, whose work was done nevertheless: those are the only
 * proof of the contrary that there is, and no client can keep from a second order where a gateway lies in them.
 */
export const table: ReadonlyArray<Row> = [
  { fault: { kind: "status", status: 400 }, ...refused("GatewayBadRequest") },
  { fault: { kind: "status", status: 401, body: "empty" }, ...refused("GatewayUnauthorized") },
  { fault: { kind: "status", status: 404, body: "html" }, ...refused("GatewayUnexpectedStatus", { status: 404 }) },

  { fault: { kind: "status", status: 429 }, ...notAccepted("GatewayRateLimited") },
  { fault: { kind: "status", status: 429, retryAfter: 0 }, ...notAccepted("GatewayRateLimited") },
  { fault: { kind: "status", status: 503, retryAfter: 0 }, ...notAccepted("GatewayUnavailable") },
  // The gateway asks for a longer wait than the policy allows: the error comes back at once.
  { fault: { kind: "status", status: 429, retryAfter: 9 }, ...refused("GatewayRateLimited") },
  { fault: { kind: "status", status: 503, retryAfter: 9, retryAfterAs: "date" }, ...refused("GatewayUnavailable") },

  { fault: { kind: "status", status: 503 }, ...openStatus("GatewayUnavailable") },
  { fault: { kind: "status", status: 503, accepts: true }, ...openStatusDone("GatewayUnavailable") },
  { fault: { kind: "status", status: 500 }, ...openStatus("GatewayUnexpectedStatus", { status: 500 }) },
  {
    fault: { kind: "status", status: 500, accepts: true },
    ...openStatusDone("GatewayUnexpectedStatus", { status: 500 })
  },
  { fault: { kind: "status", status: 502, body: "html" }, ...openStatus("GatewayUnexpectedStatus", { status: 502 }) },
  { fault: { kind: "status", status: 408, body: "empty" }, ...openStatus("GatewayUnexpectedStatus", { status: 408 }) },

  { fault: { kind: "drop" }, ...lost("GatewayTransportError", closed.reason, closed) },
  { fault: { kind: "drop", accepts: true }, ...lostDone("GatewayTransportError", closed.reason, closed) },
  { fault: { kind: "drop", reset: true }, ...lost("GatewayTransportError", reset.reason, reset) },
  { fault: { kind: "drop", accepts: true, reset: true }, ...lostDone("GatewayTransportError", reset.reason, reset) },
  { fault: { kind: "hang" }, hurried: true, ...lost("GatewayTimeout", "timeout") },
  { fault: { kind: "hang", accepts: true }, hurried: true, ...lostDone("GatewayTimeout", "timeout") },

  { fault: { kind: "resetInBody" }, ...lostDone("GatewayTransportError", reset.reason, reset) },
  {
    // The order was answered, so its caller knows that it was accepted.
    fault: { kind: "cutJson" },
    noRetries: all(invalidOnce),
    retries: { read: secondGoesWell, keyed: askedAndKnown, order: invalidOnce }
  },
  { fault: { kind: "slowBody", millis: 18 }, ...nothing },
  { fault: { kind: "slowBody", millis: 60_000 }, hurried: true, ...lostDone("GatewayTimeout", "timeout") },
  {
    // Which of the two limits ends it, of time or of size, is a race; so this one is of size alone.
    fault: { kind: "endlessBody" },
    maxReplyBytes: 1_000_000,
    ...lostDone("GatewayInvalidResponse", "the reply is too large", tooLarge)
  },

  {
    // Without data it is taken for an id that is not known.
    fault: { kind: "refusal" },
    only: ["queryTranscription"],
    ...refused("TranscriptionNotFound", { id: "task-1", code: "500" })
  },
  {
    fault: { kind: "refusal", code: "1001", msg: "no quota" },
    only: ["submitTranscription"],
    ...refused("GatewayRejected", { code: "1001", msg: "no quota" })
  },
  {
    // The client takes the refusal for the last word, and the task lives on: what became of it, only the gateway knows.
    fault: { kind: "refusal", code: "1001", msg: "no quota", accepts: true },
    only: ["submitTranscription"],
    ...nonsense("GatewayRejected", { code: "1001", msg: "no quota" })
  },
  // It comes to light only when the task is asked for, and the submission is done by then.
  { fault: { kind: "notFoundAtFirst", queries: 1 }, only: ["submitTranscription"], ...nothing },
  // A look hands the status over; a wait ends by it.
  { fault: { kind: "unknownStatus" }, only: ["queryTranscription"], ...nothing },
  {
    fault: { kind: "duplicateResult" },
    only: ["createEmbeddings"],
    ...nonsense("GatewayInvalidResponse", {
      issues: [{ path: "data", problem: "must hold 1 vector for 1 text, and holds 2" }]
    })
  },
  {
    fault: { kind: "duplicateResult" },
    only: ["rerankDocuments"],
    ...nonsense("GatewayInvalidResponse", {
      issues: [{ path: "results[1].index", problem: "must come once, and 0 comes again" }]
    })
  },
  {
    fault: { kind: "wrongIndex" },
    only: ["createEmbeddings"],
    ...nonsense("GatewayInvalidResponse", {
      issues: [{ path: "data[0].index", problem: "must be 0 for 1 text, and is 1000000" }]
    })
  },
  {
    fault: { kind: "wrongIndex" },
    only: ["rerankDocuments"],
    ...nonsense("GatewayInvalidResponse", {
      issues: [{ path: "results[0].index", problem: "must be below the number of documents 2, and is 1000000" }]
    })
  },
  {
    fault: { kind: "wrongDimension" },
    only: ["createEmbeddings"],
    ...nonsense("GatewayInvalidResponse", {
      issues: [{ path: "data[0].embedding", problem: "must have dimension 8, and has 9" }]
    })
  },
  {
    // The order was accepted and costs money: it is told what came, and is not placed again.
    fault: { kind: "emptyImage" },
    only: ["generateChatImage", "generateNativeImage"],
    ...nonsense("ImageNotReturned", { problem: "absent" })
  },
  // A first page stays as it is.
  { fault: { kind: "changingPage" }, only: ["listAssets"], ...nothing }
]
