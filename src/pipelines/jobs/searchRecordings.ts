import * as Schema from "effect/Schema"
import { createEmbeddings } from "../../schemas/Embedding.js"
import { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { rerankDocuments } from "../../schemas/Rerank.js"
import { queryTranscription, submitTranscription } from "../../schemas/Transcription.js"
import { pipeline } from "../Pipeline.js"
import { StepFailed } from "../StepFailed.js"
import { RecordingSearch, RecordingSearchResult } from "../search/RecordingSearch.js"
import { searchRecordings as run } from "../search/searchRecordings.js"
import { callsAtLeast, oneCall } from "./plannedCalls.js"

/** `searchRecordings`, with its schemas. How many passages there are to embed is known only when the texts are there. */
export const searchRecordings = pipeline({
  name: "searchRecordings",
  input: RecordingSearch,
  success: RecordingSearchResult,
  error: Schema.Union(GatewayInvalidRequest, StepFailed),
  run,
  calls: ({ embedding, query, recordings, rerank, transcription }) => [
    ...oneCall(createEmbeddings, { ...embedding, input: query }),
    ...recordings.flatMap(({ audio, id, taskId = id }) =>
      oneCall(submitTranscription, { ...transcription, id: taskId, audio })
    ),
    callsAtLeast(queryTranscription, recordings.length),
    callsAtLeast(createEmbeddings, recordings.length, embedding.model),
    callsAtLeast(rerankDocuments, 1, rerank.model)
  ]
})
