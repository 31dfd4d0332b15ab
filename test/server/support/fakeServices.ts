import { Effect, Layer } from "effect"
import type { Gateway, GatewayError } from "effect-model-gateway"
import { AssetLibrary, Embedder, ImageGenerator, Reranker, Transcriber, VideoOrders } from "effect-model-gateway"

/** What a server calls of the services: one method an operation. */
export type Calls = Pick<typeof Transcriber.Service, "submit" | "result"> &
  Pick<typeof ImageGenerator.Service, "chat" | "native"> &
  Pick<typeof AssetLibrary.Service, "list"> &
  Pick<typeof Embedder.Service, "embed"> &
  Pick<typeof Reranker.Service, "rerank"> &
  Pick<typeof VideoOrders.Service, "place">

/** A call as a service saw it: the method's name, and its argument. */
export type Called = readonly [name: keyof Calls, argument: unknown]

/** Services that keep what they are called with, and answer what the test says; a call it says nothing of is a defect. */
export const fakeServices = (answers: Partial<Calls>) => {
  const called: Array<Called> = []
  const keep =
    <A, B, E>(name: keyof Calls, answer: ((argument: A) => Effect.Effect<B, E>) | undefined) =>
    (argument: A): Effect.Effect<B, E> =>
      Effect.suspend(() => {
        called.push([name, argument])
        return answer === undefined ? unforeseen() : answer(argument)
      })
  const submit = keep("submit", answers.submit)
  const embed = keep("embed", answers.embed)
  const layer: Layer.Layer<Gateway.Services> = Layer.mergeAll(
    Layer.succeed(Transcriber, {
      ...Transcriber.make({ submit, query: unforeseen }),
      result: keep("result", answers.result)
    }),
    Layer.succeed(ImageGenerator, { chat: keep("chat", answers.chat), native: keep("native", answers.native) }),
    Layer.succeed(AssetLibrary, AssetLibrary.make(keep("list", answers.list))),
    Layer.succeed(Embedder, { ...Embedder.make(embed), embed }),
    Layer.succeed(Reranker, { rerank: keep("rerank", answers.rerank) }),
    Layer.succeed(VideoOrders, VideoOrders.make(keep("place", answers.place)))
  )
  return { called, layer }
}

const unforeseen = () => Effect.dieMessage("the test foresees no such call")

/** Every call ends like this. */
export const all = (end: Effect.Effect<never, GatewayError>): Calls => ({
  submit: () => end,
  result: () => end,
  chat: () => end,
  native: () => end,
  list: () => end,
  embed: () => end,
  rerank: () => end,
  place: () => end
})
