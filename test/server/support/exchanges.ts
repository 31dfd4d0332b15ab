import { Effect } from "effect"
import type { OperationName } from "effect-model-gateway"
import type { Called, Calls } from "./fakeServices.js"

/** A call as the specification writes it, what the service is asked, what it says, and the reply as it must be written. */
export interface Exchange {
  readonly name: OperationName
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly called: Called
  readonly answers: Partial<Calls>
  readonly reply: (traceId: string) => unknown
}

/** The eight bytes that begin every PNG. */
export const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
export const pngBase64 = "iVBORw0KGgo="
export const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)
export const jpegBase64 = "/9j/4A=="

const submission = {
  id: "task-1",
  type: 3,
  resId: 42,
  audio: { aid: "a-1", uri: "https://example.com/a.wav", rate: "16000", encoding: "1" }
}

const record = {
  id: "platform-1",
  bizId: "task-1",
  status: 2,
  description: "a call",
  asrcDesc: "completed",
  createTime: "2024-05-01 10:00:00",
  updateTime: "2024-05-01 10:00:09",
  asrcResult: { segments: [{ text: "hello" }, { text: "world" }], confidence: 0.5, empty: null }
}

const chat = {
  model: "painter",
  stream: false,
  messages: [{ role: "user", content: "a harbour at dawn" }],
  extra_body: { vendor: { image_config: { aspect_ratio: "16:9", image_size: "2K" } } }
}

const native = {
  contents: [{ role: "user", parts: [{ text: "a harbour" }, { text: "at dawn" }] }],
  generationConfig: {
    responseModalities: ["TEXT", "IMAGE"],
    imageConfig: { aspectRatio: "16:9", imageSize: "2K" }
  }
}

const images = {
  images: [
    { bytes: png, mimeType: "image/png" },
    { bytes: jpeg, mimeType: "image/jpeg" }
  ],
  text: "Here they are.",
  usage: { inputTokens: 7, outputTokens: 11, totalTokens: 18 },
  finishReason: "length"
} as const

const listing = { Filter: { GroupId: "group-1" }, PageNumber: 2, PageSize: 10 }

const page = {
  Items: [
    {
      Id: "asset-1",
      GroupId: "group-1",
      Name: "harbour.png",
      AssetType: "Image",
      URL: "https://example.com/harbour.png",
      Status: "Active",
      CreateTime: "2024-05-01 10:00:00",
      UpdateTime: "2024-05-01 10:00:00"
    }
  ],
  PageNumber: 2,
  PageSize: 10,
  TotalCount: 11
}

const embedding = { model: "words", input: "hello", encoding_format: "float", dimensions: 3 }

const vector = {
  object: "list",
  data: [{ object: "embedding", index: 0, embedding: [0.5, -0.25, 1e-7] }],
  model: "words",
  usage: { prompt_tokens: 1, total_tokens: 1 }
}

const ranking = { model: "judge", query: "tides", documents: ["sun", "moon"], top_n: 2, return_documents: true }

const order = {
  model: "director",
  fileInfos: [
    {
      category: "Image",
      url: "https://example.com/1.png",
      referenceType: "first",
      objectId: "o-1",
      voiceId: "v-1",
      keepOriginalSound: "yes",
      useType: "reference"
    }
  ],
  subjectInfos: [
    {
      id: "s-1",
      name: "Ann",
      voiceId: "v-1",
      imageUrls: ["https://example.com/2.png"],
      videoUrls: ["https://example.com/3.mp4"]
    }
  ],
  lastFrameUrl: "https://example.com/4.png",
  prompt: "a ship comes in",
  negativePrompt: "fog",
  enhancePrompt: "Enabled",
  duration: 5,
  resolution: "1080P",
  aspectRatio: "16:9",
  audioGeneration: "Enabled",
  enhanceSwitch: "Disabled",
  offPeak: "Enabled",
  frameInterpolate: "Disabled",
  logoAdd: "Disabled",
  enableBGM: "Enabled",
  seed: 7,
  voiceList: [{ voiceId: "v-1" }],
  extInfo: "none"
}

const accepted = { code: "200", msg: "accepted", data: null, traceId: "trace-of-the-service" }

const listed: Omit<Exchange, "path"> = {
  name: "listAssets",
  body: listing,
  called: ["list", listing],
  answers: { list: () => Effect.succeed(page) },
  reply: () => page
}

/** Every operation, on every path of its own, in the specification's order. */
export const exchanges: ReadonlyArray<Exchange> = [
  {
    name: "submitTranscription",
    path: "/tk/v1/speech/async/process",
    body: submission,
    called: ["submit", submission],
    answers: { submit: () => Effect.succeed(accepted) },
    reply: () => accepted
  },
  {
    name: "queryTranscription",
    path: "/tk/v1/speech/async/result",
    body: { id: "task-1" },
    called: ["result", "task-1"],
    answers: { result: () => Effect.succeed(record) },
    reply: (traceId) => ({ code: "200", msg: "success", data: record, traceId })
  },
  {
    name: "generateChatImage",
    path: "/v1/chat/completions",
    body: chat,
    called: ["chat", chat],
    answers: { chat: () => Effect.succeed(images) },
    reply: (traceId) => ({
      id: traceId,
      model: "painter",
      object: "chat.completion",
      created: 0,
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: `Here they are.\n\n![image](data:image/png;base64,${pngBase64})\n\n![image](data:image/jpeg;base64,${jpegBase64})`
          },
          finish_reason: "length"
        }
      ],
      usage: { prompt_tokens: 7, completion_tokens: 11, total_tokens: 18 }
    })
  },
  {
    name: "generateNativeImage",
    path: "/v1beta/models/painter:generateContent",
    body: native,
    called: ["native", { ...native, model: "painter" }],
    answers: { native: () => Effect.succeed(images) },
    reply: () => ({
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              { text: "Here they are." },
              { inlineData: { mimeType: "image/png", data: pngBase64 } },
              { inlineData: { mimeType: "image/jpeg", data: jpegBase64 } }
            ]
          },
          finishReason: "length",
          safetyRatings: []
        }
      ],
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 11, totalTokenCount: 18 }
    })
  },
  { ...listed, path: "/api/v3/listAssets" },
  { ...listed, path: "/api/v3/ListAssets" },
  {
    name: "createEmbeddings",
    path: "/v1/embeddings",
    body: embedding,
    called: ["embed", embedding],
    answers: { embed: () => Effect.succeed(vector) },
    reply: () => vector
  },
  {
    name: "rerankDocuments",
    path: "/v1/rerank",
    body: ranking,
    called: ["rerank", ranking],
    answers: {
      rerank: () =>
        Effect.succeed({
          id: "ranking-1",
          results: [
            { index: 1, relevance_score: 0.75, document: "moon", returned: { text: "moon" } },
            { index: 0, relevance_score: 0, document: "sun" }
          ],
          meta: { tokens: 9 }
        })
    },
    reply: () => ({
      id: "ranking-1",
      results: [
        { index: 1, relevance_score: 0.75, document: { text: "moon" } },
        { index: 0, relevance_score: 0 }
      ],
      meta: { tokens: 9 }
    })
  },
  {
    name: "orderVideo",
    path: "/tk/v1/videos/generations",
    body: order,
    called: ["place", order],
    answers: { place: () => Effect.succeed({ taskId: "video-1", nested: [null, true, { a: 0.5 }] }) },
    reply: () => ({ taskId: "video-1", nested: [null, true, { a: 0.5 }] })
  }
]
