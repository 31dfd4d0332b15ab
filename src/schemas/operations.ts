import { listAssets } from "./Asset.js"
import { generateChatImage } from "./ChatImage.js"
import { createEmbeddings } from "./Embedding.js"
import { generateNativeImage } from "./NativeImage.js"
import type * as Operation from "./Operation.js"
import { rerankDocuments } from "./Rerank.js"
import { queryTranscription, submitTranscription } from "./Transcription.js"
import { orderVideo } from "./VideoOrder.js"

/** Every operation that the specification shows, in its order. */
export const operations = [
  submitTranscription,
  queryTranscription,
  generateChatImage,
  generateNativeImage,
  listAssets,
  createEmbeddings,
  rerankDocuments,
  orderVideo
] as const satisfies ReadonlyArray<Operation.Any>

/** The names of the operations that the specification shows. */
export type OperationName = (typeof operations)[number]["name"]
