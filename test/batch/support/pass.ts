import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, Redacted, Schema } from "effect"
import { Batch, Gateway, Pipelines, PriceTable, ProgressListener } from "effect-model-gateway"
import { DurableEngine, durable, OrdersFoundOpen } from "effect-model-gateway/durable"
import { PassArguments } from "./PassArguments.js"

/** A process that passes over a run of one order of a video, and writes what it came to as a line of JSON. */
const { baseUrl, diesWhenDone, file, foundOpen, retry } = Schema.decodeUnknownSync(Schema.parseJson(PassArguments))(
  process.argv[2]
)

const kept = durable(Pipelines.video)
const prices = Schema.decodeSync(PriceTable)({
  currency: "USD",
  prices: [{ operation: "orderVideo", model: "film", perRequest: 0.5 }]
})

const services = Gateway.layer({ baseUrl, apiKey: Redacted.make("key") }).pipe(
  Layer.provide(NodeHttpClient.layerUndici)
)
const told = Layer.mergeAll(
  Layer.succeed(OrdersFoundOpen, foundOpen),
  Layer.succeed(ProgressListener, {
    listen: ({ state }) =>
      Effect.sync(() => {
        if (diesWhenDone && state === "done") process.kill(process.pid, "SIGKILL")
      })
  })
)

Batch.run(kept, [{ model: "film", prompt: "A harbour" }], {
  runId: "monday",
  prices,
  ...(retry ? { retry: "failed" } : {})
}).pipe(
  Effect.flatMap(({ calls, cost, done, failures }) =>
    Console.log(
      JSON.stringify({
        done,
        cost: cost?.amount,
        calls: calls.map(({ calls, failed, model, operation, unknown }) => [operation, model, calls, failed, unknown]),
        failures: failures.map(({ tag }) => tag)
      })
    )
  ),
  Effect.provide(kept.layer.pipe(Layer.provideMerge(DurableEngine.sqlite(file)), Layer.provide([services, told]))),
  Effect.provide(NodeContext.layer),
  NodeRuntime.runMain
)
