import { Effect } from "effect"
import { png } from "../../server/support/exchanges.js"
import type { Calls } from "../../server/support/fakeServices.js"

const images = Effect.succeed({
  images: [{ bytes: png, mimeType: "image/png" }],
  text: "Here it is.",
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  finishReason: "stop"
} as const)

/** Services that answer whatever they are asked: a vector tells the length of its text. */
export const answers: Partial<Calls> = {
  chat: () => images,
  native: () => images,
  embed: ({ input, model }) =>
    Effect.succeed({
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: [input.length, -0.5] }],
      model,
      usage: { prompt_tokens: 1, total_tokens: 2 }
    }),
  rerank: ({ documents }) =>
    Effect.succeed({ results: documents.map((document, index) => ({ index, relevance_score: 0.5, document })) })
}

/** The paths that clients of other makes speak. */
export const paths = {
  chat: "/v1/chat/completions",
  native: "/v1beta/models/m:generateContent",
  embed: "/v1/embeddings",
  rerank: "/v1/rerank"
} as const
