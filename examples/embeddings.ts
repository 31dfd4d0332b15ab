/** Specification 7: one text, then many. Equal texts are sent once, and the vectors come in the order of the texts. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { cosine, Embedder } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { settings } from "./support/settings.js"

const program = Effect.gen(function* () {
  const embedder = yield* Embedder
  const { embeddingModel: model } = yield* settings
  const reply = yield* embedder.embed({ model, input: "Where is my parcel?", dimensions: 128 })
  yield* Console.log(`dimension ${reply.data[0]?.embedding.length}`)

  const texts = ["The parcel arrived damaged", "A damaged parcel arrived today", "Stretch and fold the dough"]
  const { usage, vectors } = yield* embedder.embedMany({ model, texts }, { concurrency: 4 })
  const [first = [], ...others] = vectors
  yield* Console.log(`similarity to the first: ${others.map((other) => cosine(first, other).toFixed(2)).join(", ")}`)
  yield* Console.log(`${usage.totalTokens} tokens`)
})

NodeRuntime.runMain(Effect.provide(program, gateway))
