import { NodeContext } from "@effect/platform-node"
import { Effect } from "effect"
import { DataDirectory } from "effect-model-gateway/embedded"
import { EngineState } from "effect-model-gateway/engines"

/**
 * How often a gateway accepted the order of each item, by its name: from what it kept on disk before it answered, which outlives
 * each of its kills. An image that was drawn is an asset; a video order is kept as it is.
 */
export const ordersIn = (data: string): Promise<ReadonlyMap<string, number>> =>
  Effect.gen(function* () {
    const { assets, orders } = yield* EngineState
    const named = [
      ...(yield* orders.all).map(({ order }) => order.prompt ?? ""),
      ...(yield* assets.all).map(({ name }) => name)
    ]
    const counts = new Map<string, number>()
    for (const name of named.flatMap((text) => /item\d{4}/.exec(text)?.[0] ?? [])) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }).pipe(
    Effect.provide(DataDirectory.layer(data)),
    Effect.provide(NodeContext.layer),
    Effect.scoped,
    Effect.runPromise
  )
