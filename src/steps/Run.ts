import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { sha256 } from "./sha256.js"

/** The run that the code belongs to, such as an execution that a durable runner keeps; none by default. */
export class Run extends Context.Reference<Run>()("effect-model-gateway/Run", {
  defaultValue: (): { readonly id: string | undefined } => ({ id: undefined })
}) {}

/**
 * An id for the work on an item: in a run it is made of the run, the item and the content that is worked on, so that the run
 * finds its own work again after a stop, and no other run's; outside of any it is the item's own name. `content` is anything
 * that JSON can write.
 */
export const derivedId = (item: string, content: unknown): Effect.Effect<string> =>
  Effect.flatMap(Run, ({ id }) =>
    id === undefined
      ? Effect.succeed(item)
      : Effect.map(
          sha256(new TextEncoder().encode(JSON.stringify([id, item, content]))),
          (digest) => `${item}-${digest.slice(0, 16)}`
        )
  )
