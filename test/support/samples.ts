import { Effect } from "effect"
import type {
  Gateway,
  GatewayClient,
  GatewayError,
  ImageNotReturned,
  Operation,
  TranscriptionError,
  VideoReplyUnreadable
} from "effect-model-gateway"
import {
  AssetLibrary,
  createEmbeddings,
  Embedder,
  generateChatImage,
  generateNativeImage,
  ImageGenerator,
  listAssets,
  orderVideo,
  queryTranscription,
  Reranker,
  rerankDocuments,
  submitTranscription,
  Transcriber,
  VideoOrders
} from "effect-model-gateway"

/** One call of an operation through its service, and what it looks like on the wire. */
export interface Sample {
  readonly operation: Operation.Any
  readonly call: Effect.Effect<
    unknown,
    GatewayError | ImageNotReturned | TranscriptionError | VideoReplyUnreadable,
    Gateway.Services | GatewayClient
  >
  readonly path: string
  readonly body: unknown
  readonly reply: string
}

const audio = { aid: "audio-1", uri: "https://files.test/lecture.wav", rate: "16000", encoding: "1" }
const submission = { id: "lecture-1", type: 3, resId: 41, audio }
const chat = {
  model: "painter-2",
  messages: [{ role: "user", content: "a lighthouse" }],
  extra_body: { vendor: { image_config: { aspect_ratio: "16:9", image_size: "2K" } } }
} as const
const contents = [{ role: "user", parts: [{ text: "a lighthouse" }] }] as const
const generationConfig = {
  responseModalities: ["TEXT", "IMAGE"],
  imageConfig: { aspectRatio: "16:9", imageSize: "2K" }
}
const page = { Filter: { GroupId: "group-7" }, PageNumber: 1, PageSize: 10 }
const embedding = { model: "embedder-3", input: "what makes the tides", dimensions: 4 }
const ranking = {
  model: "ranker-1",
  query: "what makes the tides",
  documents: ["wind makes waves", "salt is heavy", "the moon pulls the sea"],
  top_n: 2,
  return_documents: true
}
const order = { model: "director-1", prompt: "a lighthouse at dusk", duration: 5 }

/** Every operation of the specification, in its order. */
export const samples: ReadonlyArray<Sample> = [
  {
    operation: submitTranscription,
    call: Effect.flatMap(Transcriber, ({ submit }) => submit(submission)),
    path: "/tk/v1/speech/async/process",
    body: submission,
    reply: "submitted.json"
  },
  {
    operation: queryTranscription,
    call: Effect.flatMap(Transcriber, ({ result }) => result("lecture-1")),
    path: "/tk/v1/speech/async/result",
    body: { id: "lecture-1" },
    reply: "completed.json"
  },
  {
    operation: generateChatImage,
    call: Effect.flatMap(ImageGenerator, (images) => images.chat(chat)),
    path: "/v1/chat/completions",
    body: { ...chat, stream: false },
    reply: "chat-image.json"
  },
  {
    operation: generateNativeImage,
    call: Effect.flatMap(ImageGenerator, ({ native }) => native({ model: "painter-2", contents, generationConfig })),
    path: "/v1beta/models/painter-2:generateContent",
    body: { contents, generationConfig },
    reply: "native-image.json"
  },
  {
    operation: listAssets,
    call: Effect.flatMap(AssetLibrary, ({ list }) => list(page)),
    path: "/api/v3/listAssets",
    body: page,
    reply: "assets.json"
  },
  {
    operation: createEmbeddings,
    call: Effect.flatMap(Embedder, ({ embed }) => embed(embedding)),
    path: "/v1/embeddings",
    body: { ...embedding, encoding_format: "float" },
    reply: "embedding.json"
  },
  {
    operation: rerankDocuments,
    call: Effect.flatMap(Reranker, ({ rerank }) => rerank(ranking)),
    path: "/v1/rerank",
    body: ranking,
    reply: "ranking.json"
  },
  {
    operation: orderVideo,
    call: Effect.flatMap(VideoOrders, ({ place }) => place(order)),
    path: "/tk/v1/videos/generations",
    body: order,
    reply: "video-ordered.json"
  }
]

/** The samples whose requests change nothing. */
export const reads = samples.filter(({ operation }) => operation.safety._tag === "Read")

/** The samples of which each accepted request costs money. */
export const orders = samples.filter(({ operation }) => operation.safety._tag === "Order")
