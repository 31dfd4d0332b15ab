import * as Exit from "effect/Exit"
import { GatewayOrderWithheld } from "../../schemas/GatewayError.js"
import { failureOfCause } from "./failureOf.js"
import type { ItemDone, ItemFacts, ItemFailed } from "./ItemResult.js"

/** How an item ended, without what is known of it besides. */
export type Outcome<B, E> = Omit<ItemDone<B>, keyof ItemFacts> | Omit<ItemFailed<E>, keyof ItemFacts>

/** How an item ended. */
export const outcomeOf = <B, E>(exit: Exit.Exit<B, E>): Outcome<B, E> => {
  if (Exit.isSuccess(exit)) return { state: "done", value: exit.value }
  const { cause } = exit
  const failure = failureOfCause(cause)
  return { state: failure.tag === GatewayOrderWithheld._tag ? "withheld" : "failed", cause, failure }
}
