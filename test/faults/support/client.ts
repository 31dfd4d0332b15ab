import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, flow, identity, Layer, Redacted } from "effect"
import type {
  GatewayClientOptions,
  GatewayError,
  ImageNotReturned,
  OperationName,
  Retries,
  TranscriptionError
} from "effect-model-gateway"
import {
  AssetLibrary,
  Embedder,
  Gateway,
  ImageGenerator,
  noRetries,
  PollPolicy,
  Reranker,
  standardRetries,
  Transcriber,
  VideoOrders
} from "effect-model-gateway"
import { apiKey } from "../../embedded/support/gateway.js"

/** The name of the call, which each of its requests carries, so that the gateway's journal has it. */
export const jobName = "job-1"

/** The standard retries, without their waits. */
export const shortRetries: Retries = {
  ...standardRetries,
  backoff: PollPolicy.fixed("5 millis"),
  longestWait: "50 millis"
}

/** The two policies under test. */
export const policies = { noRetries, retries: shortRetries }

/** All services, over a real socket. */
export const clientOf = (
  options: Pick<GatewayClientOptions, "baseUrl" | "retries" | "attemptTimeout" | "maxReplyBytes" | "transformClient">
) =>
  Gateway.layer({
    ...options,
    apiKey: Redacted.make(apiKey),
    transformClient: flow(
      HttpClient.mapRequest(HttpClientRequest.setHeader("idempotency-key", jobName)),
      options.transformClient ?? identity
    )
  }).pipe(Layer.provide(NodeHttpClient.layerUndici), Layer.orDie)

const model = "m"
const prompt = "a fox"

type Work = Effect.Effect<unknown, GatewayError | TranscriptionError | ImageNotReturned, Gateway.Services>

/** A call of each operation. */
export const work = (uri: string): Readonly<Record<OperationName, Work>> => ({
  submitTranscription: Effect.flatMap(Transcriber, (it) => it.submit({ id: "task-1", audio: { uri } })),
  queryTranscription: Effect.flatMap(Transcriber, (it) => it.result("task-1")),
  generateChatImage: Effect.flatMap(ImageGenerator, (it) =>
    it.chat({
      model,
      messages: [{ role: "user", content: prompt }],
      extra_body: { vendor: { image_config: { aspect_ratio: "1:1", image_size: "16x16" } } }
    })
  ),
  generateNativeImage: Effect.flatMap(ImageGenerator, (it) =>
    it.native({
      model,
      contents: [{ role: "user", parts: [{ text: prompt }] }],
      generationConfig: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "1:1", imageSize: "16x16" } }
    })
  ),
  listAssets: Effect.flatMap(AssetLibrary, (it) => it.list({ Filter: { GroupId: "generated-images" } })),
  createEmbeddings: Effect.flatMap(Embedder, (it) => it.embed({ model, input: prompt, dimensions: 8 })),
  rerankDocuments: Effect.flatMap(Reranker, (it) => it.rerank({ model, query: "sea", documents: ["the sea", prompt] })),
  orderVideo: Effect.flatMap(VideoOrders, (it) => it.place({ model, prompt }))
})
