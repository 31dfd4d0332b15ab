import * as Effect from "effect/Effect"
import { StepFailed } from "../StepFailed.js"
import type { Ordered } from "./orderAndSave.js"

/**
 * Fails where the cap on orders held an order back: as a result it would be final, and the order is to be sent once the cap has
 * a place. The failure says what came of the other orders.
 */
export const noneWithheld = (orders: ReadonlyArray<Ordered>): Effect.Effect<void, StepFailed> => {
  const failures = orders.flatMap(({ failures }) => failures)
  const withheld = failures.find(isWithheld)
  if (withheld === undefined) return Effect.void
  const { attempts, error, item, pipeline, step } = withheld
  const others = {
    files: orders.flatMap(({ images }) => images.map(({ path }) => path)),
    failures: failures.flatMap((other) => (isWithheld(other) ? [] : [{ item: other.item, error: other.error }]))
  }
  return new StepFailed({ pipeline, step, item, attempts, error, others })
}

const isWithheld = ({ error }: StepFailed): boolean => error._tag === "GatewayOrderWithheld"
