import type { FaultJournal } from "effect-model-gateway/server"
import type { Kind } from "./jobs.js"

/** How a job ended. */
export interface Ended {
  readonly kind: Kind
  readonly name: string
  /** `done`, or the tag of its error. */
  readonly outcome: string
  /** Unit: milliseconds since 1970. */
  readonly startedAt: number
  /** Unit: milliseconds. */
  readonly took: number
}

/** The errors that a job may end with, because a fault leaves nothing else. */
const always = ["GatewayBadRequest", "GatewayUnauthorized", "GatewayRateLimited", "GatewayUnavailable"]
const broken = ["GatewayUnexpectedStatus", "GatewayTransportError", "GatewayTimeout", "GatewayInvalidResponse"]
const right: Readonly<Record<Kind, ReadonlyArray<string>>> = {
  embed: [...always, ...broken],
  rerank: [...always, ...broken],
  list: [...always, ...broken],
  transcribe: [...always, ...broken, "GatewayRejected", "TranscriptionNotFound", "TranscriptionUnknownStatus"],
  chat: [...always, ...broken, "GatewayOutcomeUnknown", "ImageNotReturned"],
  native: [...always, ...broken, "GatewayOutcomeUnknown", "ImageNotReturned"],
  video: [...always, ...broken, "GatewayOutcomeUnknown", "VideoReplyUnreadable"]
}

const orders: ReadonlyArray<Kind> = ["chat", "native", "video"]

/** The ends by which the caller knows that its order was accepted: an answer came, whole or not. */
const told = ["done", "ImageNotReturned", "VideoReplyUnreadable", "GatewayInvalidResponse"]

/** What is wrong with how the jobs ended, held against what the gateway did; nothing, where the client kept its word. */
export const verdict = (ended: ReadonlyArray<Ended>, journal: FaultJournal): ReadonlyArray<string> => {
  const accepted = new Map<string, number>()
  for (const { idempotencyKey = "" } of journal.orders) {
    accepted.set(idempotencyKey, (accepted.get(idempotencyKey) ?? 0) + 1)
  }
  return ended.flatMap(({ kind, name, outcome }) => {
    const times = accepted.get(name) ?? 0
    return [
      ...(outcome === "done" || right[kind].includes(outcome) ? [] : [`${name} ended with ${outcome}`]),
      ...(times > 1 ? [`${name} was accepted ${times} times`] : []),
      ...(orders.includes(kind) && told.includes(outcome) && times === 0
        ? [`${name} was told ${outcome}, and never accepted`]
        : []),
      ...(times > 0 && !told.includes(outcome) && outcome !== "GatewayOutcomeUnknown"
        ? [`${name} was accepted, and its caller told ${outcome}`]
        : [])
    ]
  })
}
