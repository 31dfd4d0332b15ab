import { listAssets } from "../../schemas/Asset.js"
import { generateChatImage } from "../../schemas/ChatImage.js"
import { createEmbeddings } from "../../schemas/Embedding.js"
import { generateNativeImage } from "../../schemas/NativeImage.js"
import type * as Operation from "../../schemas/Operation.js"
import { rerankDocuments } from "../../schemas/Rerank.js"
import { queryTranscription, submitTranscription } from "../../schemas/Transcription.js"
import type { Fault } from "./Fault.js"

/** Whether an operation can meet a fault of a kind: those that are not of the wire alone need something to lie about. */
export const meets = ({ kind }: Fault, operation: Operation.Any): boolean =>
  kind === "refusal" ? operation.envelope !== undefined : (of[kind]?.includes(operation.name) ?? true)

/** The operations that alone can meet a fault. */
const of: { readonly [Kind in Fault["kind"]]?: ReadonlyArray<string> } = {
  notFoundAtFirst: [submitTranscription.name],
  unknownStatus: [queryTranscription.name],
  duplicateResult: [createEmbeddings.name, rerankDocuments.name],
  wrongIndex: [createEmbeddings.name, rerankDocuments.name],
  wrongDimension: [createEmbeddings.name],
  emptyImage: [generateChatImage.name, generateNativeImage.name],
  changingPage: [listAssets.name]
}
