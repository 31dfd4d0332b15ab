import * as Schema from "effect/Schema"
import { replied, sentence } from "./common.js"

/** Status 400: the gateway refused the request. The same request would be refused again. */
export class GatewayBadRequest extends Schema.TaggedError<GatewayBadRequest>()("GatewayBadRequest", replied) {
  override get message() {
    return sentence(this, "the gateway refused the request (400)")
  }
}

/** Status 401: the API key is missing, wrong or expired. */
export class GatewayUnauthorized extends Schema.TaggedError<GatewayUnauthorized>()("GatewayUnauthorized", replied) {
  override get message() {
    return sentence(this, "the gateway refused the API key (401); check MODEL_GATEWAY_API_KEY, or the apiKey option")
  }
}

/** Status 429: too many requests. `retryAfter` is the wait that the gateway asked for, where it did. */
export class GatewayRateLimited extends Schema.TaggedError<GatewayRateLimited>()("GatewayRateLimited", {
  ...replied,
  retryAfter: Schema.optional(Schema.DurationFromMillis)
}) {
  override get message() {
    return sentence(this, "the gateway asks for fewer requests (429)")
  }
}

/** Status 503: the gateway cannot serve now. `retryAfter` is the wait that it asked for, where it did. */
export class GatewayUnavailable extends Schema.TaggedError<GatewayUnavailable>()("GatewayUnavailable", {
  ...replied,
  retryAfter: Schema.optional(Schema.DurationFromMillis)
}) {
  override get message() {
    return sentence(this, "the gateway is unavailable (503)")
  }
}

/** Any other status that is no success of the operation, redirects among them: the client follows none. */
export class GatewayUnexpectedStatus extends Schema.TaggedError<GatewayUnexpectedStatus>()("GatewayUnexpectedStatus", {
  ...replied,
  status: Schema.Int
}) {
  override get message() {
    return sentence(this, `the gateway answered with the unexpected status ${this.status}`)
  }
}
