import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import type { ListAssetsRequest } from "../schemas/Asset.js"
import type { ChatImageRequest } from "../schemas/ChatImage.js"
import type { EmbeddingRequest } from "../schemas/Embedding.js"
import type { NativeImageRequest } from "../schemas/NativeImage.js"
import type { RerankRequest } from "../schemas/Rerank.js"
import type { TranscriptionQuery, TranscriptionRequest } from "../schemas/Transcription.js"
import type { VideoOrder } from "../schemas/VideoOrder.js"

interface Asked<Service extends string, Method extends string, Request> {
  readonly service: Service
  readonly method: Method
  /** Checked, and with its defaults. */
  readonly request: Request
}

/**
 * One request as it would have been sent to a gateway, under the service method that sends it: `embedMany` shows as an
 * `embed` for each different text, `transcribe` as a `submit` and a `result` for each look, `stream` as a `list` for each
 * page, `placeAs` as `place`.
 */
export type Call =
  | Asked<"Transcriber", "submit", TranscriptionRequest>
  | Asked<"Transcriber", "result", TranscriptionQuery>
  | Asked<"ImageGenerator", "chat", ChatImageRequest>
  | Asked<"ImageGenerator", "native", NativeImageRequest>
  | Asked<"Embedder", "embed", EmbeddingRequest>
  | Asked<"Reranker", "rerank", RerankRequest>
  | Asked<"AssetLibrary", "list", ListAssetsRequest>
  | Asked<"VideoOrders", "place", VideoOrder>

/** A call to one service. */
export type CallTo<Service extends Call["service"]> = Extract<Call, { readonly service: Service }>

/**
 * What the fakes were asked, in order. Every fake's layer gives it, and fakes that are merged share one. A request that
 * does not fit its schema is not in it, for it would not have been sent.
 *
 * @example
 * const orders = yield* Effect.flatMap(Calls, (calls) => calls.to("VideoOrders"))
 * assert.strictEqual(orders[0]?.request.prompt, "a lighthouse")
 */
export class Calls extends Context.Tag("effect-model-gateway/testing/Calls")<
  Calls,
  {
    /** All calls. */
    readonly all: Effect.Effect<ReadonlyArray<Call>>
    /** The calls to one service. */
    readonly to: <Service extends Call["service"]>(service: Service) => Effect.Effect<ReadonlyArray<CallTo<Service>>>
    /** Forgets all calls, where tests share one layer. */
    readonly clear: Effect.Effect<void>
    /** Adds a call, as the fakes do. */
    readonly note: (call: Call) => Effect.Effect<void>
  }
>() {
  /** No call yet. */
  static readonly layer: Layer.Layer<Calls> = Layer.effect(
    Calls,
    Effect.map(Ref.make<ReadonlyArray<Call>>([]), (calls) =>
      Calls.of({
        all: Ref.get(calls),
        to: (service) => Effect.map(Ref.get(calls), Arr.filter(isTo(service))),
        clear: Ref.set(calls, []),
        note: (call) => Ref.update(calls, Arr.append(call))
      })
    )
  )
}

const isTo =
  <Service extends Call["service"]>(service: Service) =>
  (call: Call): call is CallTo<Service> =>
    call.service === service
