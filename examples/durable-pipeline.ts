/**
 * A pipeline of one's own, kept: of some ideas the one that suits a theme is chosen, and a video of it ordered. Stop it at any
 * point, by Ctrl-C or by kill -9, and start it again: it goes on from what was done, and orders nothing twice.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, Schema } from "effect"
import { GatewayError, ProgressListener, Ranking, Reranker, step, VideoOrders } from "effect-model-gateway"
import { DurableEngine, durable } from "effect-model-gateway/durable"
import { gateway } from "./support/gateway.js"

const trailer = durable({
  name: "trailer",
  input: Schema.Struct({ theme: Schema.NonEmptyString, ideas: Schema.NonEmptyArray(Schema.NonEmptyString) }),
  success: Schema.Struct({ idea: Schema.String, reply: Schema.Unknown }),
  error: GatewayError,
  run: ({ ideas, theme }) =>
    Effect.gen(function* () {
      const { rerank } = yield* Reranker
      const { place } = yield* VideoOrders
      const { results } = yield* rerank({ model: "rerank", query: theme, documents: ideas, top_n: 1 }).pipe(
        step("choose", { success: Ranking, error: GatewayError })
      )
      const idea = ideas[results[0]?.index ?? 0] ?? ideas[0]
      const reply = yield* place({ model: "video", prompt: idea }).pipe(
        step("order", { success: Schema.Unknown, error: GatewayError, safety: "Order" })
      )
      return { idea, reply }
    })
})

const told = Layer.succeed(ProgressListener, { listen: ({ path, state }) => Console.log(`${path}: ${state}`) })

const program = trailer
  .execute({ theme: "the sea", ideas: ["A harbour at dawn, and the sea", "A city of glass"] }, { run: "2026-11-20" })
  .pipe(Effect.flatMap(({ idea, reply }) => Console.log(`ordered: ${idea}`, reply)))

// The layer carries out what `execute` starts, and what an earlier process left.
const engine = Layer.provideMerge(trailer.layer, DurableEngine.sqlite("out/trailers.sqlite"))

NodeRuntime.runMain(program.pipe(Effect.provide(engine), Effect.provide(told), Effect.provide(gateway)))
