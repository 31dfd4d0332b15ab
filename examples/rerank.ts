/** Specification 8: orders documents by their relevance to a query. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Reranker } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { settings } from "./support/settings.js"

const documents = [
  "Refunds go to the card you paid with.",
  "The nightly export job starts at two.",
  "If your parcel was damaged, send us a photo."
]

const program = Effect.gen(function* () {
  const reranker = yield* Reranker
  const { rerankModel } = yield* settings
  const { results } = yield* reranker.rerank({ model: rerankModel, query: "my parcel is damaged", documents, top_n: 2 })
  yield* Effect.forEach(results, ({ document, relevance_score }) =>
    Console.log(`${relevance_score.toFixed(3)}  ${document}`)
  )
})

NodeRuntime.runMain(Effect.provide(program, gateway))
