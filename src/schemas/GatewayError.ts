import * as Schema from "effect/Schema"
import { GatewayInvalidRequest, GatewayInvalidResponse, GatewayRejected } from "./errors/ContractErrors.js"
import { GatewayOrderWithheld } from "./errors/OrderWithheld.js"
import {
  GatewayBadRequest,
  GatewayRateLimited,
  GatewayUnauthorized,
  GatewayUnavailable,
  GatewayUnexpectedStatus
} from "./errors/StatusErrors.js"
import { GatewayOutcomeUnknown, GatewayTimeout, GatewayTransportError } from "./errors/TransportErrors.js"

export * from "./errors/ContractErrors.js"
export * from "./errors/OrderWithheld.js"
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
  GatewayOrderWithheld,
  GatewayInvalidRequest,
  GatewayInvalidResponse,
  GatewayRejected
)
/** Every way in which an operation can fail, as the client sees it. */
export type GatewayError = typeof GatewayError.Type
