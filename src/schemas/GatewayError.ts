import * as Schema from "effect/Schema"
import { GatewayInvalidRequest, GatewayInvalidResponse, GatewayRejected } from "./errors/ContractErrors.js"
import {
  GatewayBadRequest,
  GatewayRateLimited,
  GatewayUnauthorized,
  GatewayUnavailable,
  GatewayUnexpectedStatus
} from "./errors/StatusErrors.js"
import { GatewayOutcomeUnknown, GatewayTimeout, GatewayTransportError } from "./errors/TransportErrors.js"

export * from "./errors/ContractErrors.js"
export * from "./errors/StatusErrors.js"
export * from "./errors/TransportErrors.js"

/** Every way in which an operation can fail, as the client sees it. */
export const GatewayError = Schema.Union(
  GatewayBadRequest,
  GatewayUnauthorized,
  GatewayRateLimited,
  GatewayUnavailable,
  GatewayUnexpectedStatus,
  GatewayTransportError,
  GatewayTimeout,
  GatewayOutcomeUnknown,
  GatewayInvalidRequest,
  GatewayInvalidResponse,
  GatewayRejected
)
/** Every way in which an operation can fail, as the client sees it. */
export type GatewayError = typeof GatewayError.Type

const isTransientStatus = (status: number): boolean => status >= 500 || status === 408

/** Whether a later attempt may go better. Whether it may be made is the `safety` of the operation to say. */
export const isRetryable = (error: GatewayError): boolean => {
  switch (error._tag) {
    case "GatewayRateLimited":
    case "GatewayUnavailable":
    case "GatewayTransportError":
    case "GatewayTimeout":
      return true
    case "GatewayUnexpectedStatus":
      return isTransientStatus(error.status)
    default:
      return false
  }
}
