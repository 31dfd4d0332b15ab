import * as Context from "effect/Context"

/**
 * What is done about an order that was on its way when an earlier run stopped, so that the gateway may have accepted it:
 *
 * - `end`, the default: the step ends as `GatewayOutcomeUnknown`. The order is never sent again.
 * - `send`: it is sent again. Where the gateway had accepted it, it is paid for twice.
 */
export class OrdersFoundOpen extends Context.Reference<OrdersFoundOpen>()("effect-model-gateway/OrdersFoundOpen", {
  defaultValue: (): "end" | "send" => "end"
}) {}
