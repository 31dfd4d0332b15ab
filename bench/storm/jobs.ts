import { HttpClient, HttpClientRequest } from "@effect/platform"
import { Chunk, Context, Effect, Stream } from "effect"
import type { ImageNotReturned, TranscriptionError } from "effect-model-gateway"
import { AssetLibrary, Embedder, ImageGenerator, Reranker, Transcriber, VideoOrders } from "effect-model-gateway"

/** The name of the job that the running code does; it goes out with each request, so that the gateway's journal has it. */
export class JobName extends Context.Reference<JobName>()("storm/JobName", { defaultValue: () => "" }) {}

/** Names the job in each request. */
export const named = HttpClient.mapRequestEffect((request: HttpClientRequest.HttpClientRequest) =>
  Effect.map(JobName, (name) => HttpClientRequest.setHeader(request, "idempotency-key", name))
)

const model = "storm"
const prompt = (n: number) => `storm ${n}`
const small = { vendor: { image_config: { aspect_ratio: "1:1", image_size: "32x32" } } }

/** The id of the task that the job of this name submits. */
export const taskId = (name: string): string => name.replace(/^.*-/, "storm-")

/** The kinds of jobs, in turn: `n` makes each different from all others. */
const kinds = {
  embed: (n: number) => Effect.flatMap(Embedder, ({ embed }) => embed({ model, input: prompt(n), dimensions: 8 })),
  rerank: (n: number) =>
    Effect.flatMap(Reranker, ({ rerank }) => rerank({ model, query: prompt(n), documents: ["a storm", "the sea"] })),
  transcribe: (n: number, uri: string) =>
    Effect.flatMap(Transcriber, ({ transcribe }) => transcribe({ id: `storm-${n}`, audio: { uri } })),
  chat: (n: number) =>
    Effect.flatMap(ImageGenerator, ({ chat }) =>
      chat({ model, messages: [{ role: "user", content: prompt(n) }], extra_body: small })
    ),
  list: () =>
    Effect.flatMap(AssetLibrary, ({ stream }) =>
      Effect.map(Stream.runCollect(Stream.take(stream({ groupId: "generated-images" }), 30)), Chunk.size)
    ),
  native: (n: number) =>
    Effect.flatMap(ImageGenerator, ({ native }) =>
      native({
        model,
        contents: [{ role: "user", parts: [{ text: prompt(n) }] }],
        generationConfig: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "1:1", imageSize: "32x32" } }
      })
    ),
  video: (n: number) => Effect.flatMap(VideoOrders, ({ place }) => place({ model, prompt: prompt(n) }))
}

type Work = Effect.Effect<
  unknown,
  TranscriptionError | ImageNotReturned,
  AssetLibrary | Embedder | ImageGenerator | Reranker | Transcriber | VideoOrders
>

/** A kind of job. */
export type Kind = keyof typeof kinds

const names: ReadonlyArray<Kind> = ["embed", "rerank", "transcribe", "chat", "list", "native", "video"]

/** The n-th job. */
export const job = (n: number, uri: string) => {
  const kind = names[n % names.length] ?? "embed"
  const name = `${kind}-${n}`
  const work: Work = kinds[kind](n, uri)
  return { kind, name, work: Effect.provideService(work, JobName, name) }
}
