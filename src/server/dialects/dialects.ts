import { generateChatImage } from "../../schemas/ChatImage.js"
import { createEmbeddings } from "../../schemas/Embedding.js"
import { generateNativeImage } from "../../schemas/NativeImage.js"
import type * as Operation from "../../schemas/Operation.js"
import { rerankDocuments } from "../../schemas/Rerank.js"
import { chat } from "./chat.js"
import type { Dialect } from "./Dialect.js"
import { contract } from "./Dialect.js"
import { embeddings } from "./embeddings.js"
import { native } from "./native.js"
import { rerank } from "./rerank.js"

/** The dialect that an operation's requests are read in; of an operation that no other client speaks, the contract. */
export const dialectOf = (operation: Operation.Any): Dialect => dialects.get(operation) ?? contract

const dialects: ReadonlyMap<Operation.Any, Dialect> = new Map<Operation.Any, Dialect>([
  [generateChatImage, chat],
  [generateNativeImage, native],
  [createEmbeddings, embeddings],
  [rerankDocuments, rerank]
])
