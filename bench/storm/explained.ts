import { operations, statuses, submitTranscription } from "effect-model-gateway"
import type { Fault } from "effect-model-gateway/server"

const isOrder = (operation: string): boolean =>
  operations.some(({ name, safety }) => name === operation && safety._tag === "Order")

/** How a call ends whose connection broke. */
const brokenEnd = (operation: string): string =>
  isOrder(operation) ? "GatewayOutcomeUnknown" : "GatewayTransportError"

/** The errors that a job may end with, because a request of it met this fault. */
export const explained = (fault: Fault, operation: string): ReadonlyArray<string> => {
  switch (fault.kind) {
    case "status":
      return [Object.entries(statuses).find(([, status]) => status === fault.status)?.[0] ?? "GatewayUnexpectedStatus"]
    case "refusal":
      return [operation === submitTranscription.name ? "GatewayRejected" : "TranscriptionNotFound"]
    case "drop":
    case "resetInBody":
      return [brokenEnd(operation)]
    case "hang":
      return [isOrder(operation) ? "GatewayOutcomeUnknown" : "GatewayTimeout"]
    case "endlessBody":
      // Which of the two limits ends it, of time or of size, is a race.
      return isOrder(operation) ? ["GatewayOutcomeUnknown"] : ["GatewayInvalidResponse", "GatewayTimeout"]
    case "cutJson":
    case "duplicateResult":
    case "wrongIndex":
    case "wrongDimension":
      return ["GatewayInvalidResponse"]
    case "notFoundAtFirst":
      return ["TranscriptionNotFound"]
    case "unknownStatus":
      return ["TranscriptionUnknownStatus"]
    case "emptyImage":
      return ["ImageNotReturned"]
    case "slowBody":
    case "changingPage":
      return []
  }
}

/** The same of a listener that stopped while the job was under way. */
export const explainedByOutage = (isOrder: boolean): ReadonlyArray<string> => [
  "GatewayTransportError",
  ...(isOrder ? ["GatewayOutcomeUnknown"] : [])
]

/** How often a fault tells that a task is not known which is, so that its submission is sent again. */
export const lies = (fault: Fault, operation: string): number => {
  if (fault.kind === "notFoundAtFirst") return fault.queries
  return fault.kind === "refusal" && operation !== submitTranscription.name ? 1 : 0
}
