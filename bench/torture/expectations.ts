import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { Effect } from "effect"
import { Embedder, Reranker, Transcriber } from "effect-model-gateway"
import { Engines } from "effect-model-gateway/engines"
import type { itemOf } from "./items.js"
import { serveRecording } from "./recording.js"

/** Says what an item comes to by the engines of this process; undefined where they answer otherwise each time. */
export const expectations = async (): Promise<(item: ReturnType<typeof itemOf>) => Promise<unknown>> => {
  const { close, uri } = await serveRecording()
  const answered = <A, E>(call: Effect.Effect<A, E, Embedder | Reranker | Transcriber>): Promise<A> =>
    call.pipe(
      Effect.provide(Engines.layer({ speed: 1_000 })),
      Effect.provide([NodeHttpClient.layerUndici, NodeContext.layer]),
      Effect.runPromise
    )
  const { text } = await answered(
    Effect.flatMap(Transcriber, (transcriber) => transcriber.transcribe({ id: "expected", audio: { uri } }))
  )
  close()
  return async (item) => {
    switch (item.pipeline) {
      case "embed":
        return answered(Effect.flatMap(Embedder, ({ embed }) => embed(item.input)))
      case "rerank":
        return (await answered(Effect.flatMap(Reranker, ({ rerank }) => rerank(item.input)))).results
      case "transcribe":
        return text
      default:
        return undefined
    }
  }
}
