import type { OperationName } from "effect-model-gateway"
import { videoOrder } from "./videoOrder.js"

/** What the specification shows of an operation, written down by hand: every field has a value here. */
export interface Shown {
  readonly section: number
  readonly name: OperationName
  readonly method: string
  readonly path: string
  readonly equivalentPaths: ReadonlyArray<string>
  readonly safety: "Read" | "Keyed" | "Order"
  readonly request: Readonly<Record<string, unknown>>
  /** The fields without which we send no request; lists by their first element. */
  readonly required: ReadonlyArray<string>
  readonly response: unknown
  /** The fields without which a reply is of no use. */
  readonly needed: ReadonlyArray<string>
  /** Of these, those that may be null, which says that there are none. */
  readonly empty?: ReadonlyArray<string>
  /** The fields that may be absent, but must have their type where they are there: we read them. */
  readonly used?: ReadonlyArray<string>
}

const record = {
  id: "7412009338115",
  bizId: "lecture-1",
  status: 2,
  description: "accepted",
  asrcDesc: "completed",
  createTime: "2025-03-14 09:26:53",
  updateTime: "2025-03-14 09:27:31",
  asrcResult: { text: "Good morning." }
}

const asset = {
  Id: "asset-1",
  GroupId: "group-7",
  Name: "lighthouse.png",
  AssetType: "Image",
  URL: "https://files.test/1.png",
  Status: "Active",
  CreateTime: "2025-03-14T09:26:53Z",
  UpdateTime: "2025-03-14T09:26:54Z"
}

export const specification: ReadonlyArray<Shown> = [
  {
    section: 1,
    name: "submitTranscription",
    method: "POST",
    path: "/tk/v1/speech/async/process",
    equivalentPaths: [],
    safety: "Keyed",
    request: {
      id: "lecture-1",
      type: 3,
      resId: 41,
      audio: { aid: "audio-1", uri: "https://files.test/a.wav", rate: "16000", encoding: "1" }
    },
    required: ["id", "audio", "audio.uri"],
    response: { code: "200", msg: "success", data: null, traceId: "trace-1" },
    needed: ["code"]
  },
  {
    section: 2,
    name: "queryTranscription",
    method: "POST",
    path: "/tk/v1/speech/async/result",
    equivalentPaths: [],
    safety: "Read",
    request: { id: "lecture-1" },
    required: ["id"],
    response: { code: "200", msg: "success", data: record, traceId: "trace-1" },
    needed: ["code", "data.status"],
    used: ["data"]
  },
  {
    section: 4,
    name: "generateChatImage",
    method: "POST",
    path: "/v1/chat/completions",
    equivalentPaths: [],
    safety: "Order",
    request: {
      model: "painter-2",
      stream: false,
      messages: [{ role: "user", content: "a lighthouse" }],
      extra_body: { vendor: { image_config: { aspect_ratio: "16:9", image_size: "2K" } } }
    },
    required: [
      "model",
      "messages",
      "messages[0].role",
      "messages[0].content",
      "extra_body.vendor",
      "extra_body.vendor.image_config"
    ],
    response: {
      id: "chat-1",
      model: "painter-2",
      object: "chat.completion",
      created: 1741944413,
      choices: [{ index: 0, message: { role: "assistant", content: "none" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    },
    needed: ["choices"],
    empty: ["choices"],
    used: ["choices[0].message", "choices[0].message.content"]
  },
  {
    section: 5,
    name: "generateNativeImage",
    method: "POST",
    path: "/v1beta/models/{model}:generateContent",
    equivalentPaths: [],
    safety: "Order",
    request: {
      model: "painter-2",
      contents: [{ role: "user", parts: [{ text: "a lighthouse" }] }],
      generationConfig: {
        responseModalities: ["TEXT", "IMAGE"],
        imageConfig: { aspectRatio: "16:9", imageSize: "2K" }
      }
    },
    required: ["model", "contents", "contents[0].parts", "contents[0].parts[0].text"],
    response: {
      candidates: [
        {
          content: { role: "model", parts: [{ text: "none" }] },
          finishReason: "STOP",
          safetyRatings: [{ category: "VIOLENCE" }]
        }
      ],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 }
    },
    needed: [],
    used: ["candidates", "candidates[0].content", "candidates[0].content.parts"]
  },
  {
    section: 6,
    name: "listAssets",
    method: "POST",
    path: "/api/v3/listAssets",
    equivalentPaths: ["/api/v3/ListAssets"],
    safety: "Read",
    request: { Filter: { GroupId: "group-7" }, PageNumber: 1, PageSize: 10 },
    required: ["Filter", "Filter.GroupId"],
    response: { Items: [asset], PageNumber: 1, PageSize: 10, TotalCount: 1 },
    needed: ["Items[0].Id", "TotalCount"],
    used: ["Items"]
  },
  {
    section: 7,
    name: "createEmbeddings",
    method: "POST",
    path: "/v1/embeddings",
    equivalentPaths: [],
    safety: "Read",
    request: { model: "embedder-3", input: "tides", encoding_format: "float", dimensions: 4 },
    required: ["model", "input"],
    response: {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: [0.5, -1, 0, 1e-7] }],
      model: "embedder-3",
      usage: { prompt_tokens: 1, total_tokens: 1 }
    },
    needed: ["data", "data[0].index", "data[0].embedding"]
  },
  {
    section: 8,
    name: "rerankDocuments",
    method: "POST",
    path: "/v1/rerank",
    equivalentPaths: [],
    safety: "Read",
    request: { model: "ranker-1", query: "tides", documents: ["a", "b"], top_n: 2, return_documents: true },
    required: ["model", "query", "documents"],
    response: {
      id: "rank-1",
      results: [{ index: 1, relevance_score: 0.9, document: { text: "b" } }],
      meta: { billed: 1 }
    },
    needed: ["results", "results[0].index", "results[0].relevance_score"]
  },
  {
    section: 9,
    name: "orderVideo",
    method: "POST",
    path: "/tk/v1/videos/generations",
    equivalentPaths: [],
    safety: "Order",
    request: videoOrder,
    required: ["model"],
    response: { anything: ["not shown"] },
    needed: []
  }
]
