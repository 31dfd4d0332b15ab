import { Effect, Schema } from "effect"
import type { OperationName } from "effect-model-gateway"
import type { EmbeddedGatewayOptions } from "effect-model-gateway/embedded"
import type { Fault } from "effect-model-gateway/server"
import { FaultJournal } from "effect-model-gateway/server"
import { started } from "../../../embedded/support/gateway.js"
import { wav } from "../../../engines/support/audio.js"
import { serveFiles } from "../../../engines/support/fileServer.js"
import { json } from "../../support/http.js"
import type { Call } from "./wire.js"
import { parsed, wire } from "./wire.js"

const image = { aspect_ratio: "1:1", image_size: "16x16" }

/** A request of each operation that the engines answer. */
export const calls = (audio: string): Readonly<Record<OperationName, Call>> => ({
  submitTranscription: { path: "/tk/v1/speech/async/process", body: { id: "task-1", audio: { uri: audio } } },
  queryTranscription: { path: "/tk/v1/speech/async/result", body: { id: "task-1" } },
  generateChatImage: {
    path: "/v1/chat/completions",
    body: {
      model: "m",
      messages: [{ role: "user", content: "a fox" }],
      extra_body: { vendor: { image_config: image } }
    }
  },
  generateNativeImage: {
    path: "/v1beta/models/m:generateContent",
    body: {
      contents: [{ parts: [{ text: "a fox" }] }],
      generationConfig: {
        responseModalities: ["TEXT", "IMAGE"],
        imageConfig: { aspectRatio: "1:1", imageSize: "16x16" }
      }
    }
  },
  listAssets: { path: "/api/v3/listAssets", body: { Filter: { GroupId: "generated-images" } } },
  createEmbeddings: { path: "/v1/embeddings", body: { model: "m", input: "a parcel", dimensions: 8 } },
  rerankDocuments: { path: "/v1/rerank", body: { model: "m", query: "sea", documents: ["the sea", "a fox"] } },
  orderVideo: { path: "/tk/v1/videos/generations", body: { model: "m", prompt: "a ship" } }
})

const readJournal = Schema.decodeUnknownSync(FaultJournal)

/** An embedded gateway with faults; a recording that it can download; its journal. */
export const faulty = (
  rules: NonNullable<EmbeddedGatewayOptions["faults"]>["rules"],
  seed = 1,
  options: Pick<EmbeddedGatewayOptions, "resubmission"> = {}
) =>
  Effect.gen(function* () {
    const { baseUrl: files } = yield* serveFiles({ "/a.wav": wav(1, "Where is my parcel?") })
    const gateway = yield* started({ ...options, faults: { seed, rules } })
    const uri = `${files}/a.wav`
    const ask = calls(uri)
    const journal = Effect.map(gateway.send({ method: "GET", path: "/faults/journal" }), (answer) =>
      readJournal(json(answer))
    )
    return {
      ask,
      /** Where the recording is. */
      uri,
      journal,
      baseUrl: gateway.baseUrl,
      wire: (call: Call) => wire(gateway.baseUrl, call),
      /** The JSON of a whole answer. */
      reply: (call: Call) =>
        Effect.scoped(Effect.flatMap(wire(gateway.baseUrl, call), (it) => it.ended)).pipe(
          Effect.map(({ text }) => JSON.parse(parsed(text).body))
        ),
      /** The journal, once it is as wished. */
      journalUntil: (wished: (journal: FaultJournal) => boolean) =>
        Effect.repeat(Effect.delay(journal, "5 millis"), { until: wished, times: 500 })
    }
  })

/** A rule for the first request of an operation. */
export const first = (operation: string, fault: Fault) => ({ operation, at: [1], fault })
