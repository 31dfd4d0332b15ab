import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * What lives on elsewhere of what the running code began, by its ids: for each budget of time around it those that began in it and
 * have not ended, in the order in which they began. Outside of budgets nobody keeps account.
 */
export class Alive extends Context.Reference<Alive>()("effect-model-gateway/Alive", {
  defaultValue: (): ReadonlyArray<Set<string>> => []
}) {}

/** Something began, or may have, that lives on when the running code ends. */
export const began = (id: string): Effect.Effect<void> =>
  Effect.map(Alive, (budgets) => {
    for (const alive of budgets) alive.add(id)
  })

/** It ended, however that was. */
export const ended = (id: string): Effect.Effect<void> =>
  Effect.map(Alive, (budgets) => {
    for (const alive of budgets) alive.delete(id)
  })
