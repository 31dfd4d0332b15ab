import * as Schema from "effect/Schema"
import { NativeGenerationConfig, NativeImageRequest } from "../../schemas/NativeImage.js"
import { strict } from "../../schemas/strict.js"
import { dialect, writeReply } from "./Dialect.js"
import { label, never, oneImage, onlyAs, onlyEmpty } from "./foreign.js"

/** Fields that turn nothing about a picture, each with the values that say so. */
const settings = {
  candidateCount: oneImage,
  temperature: onlyAs([1]),
  topP: onlyAs([0.95, 1]),
  frequencyPenalty: onlyAs([0]),
  presencePenalty: onlyAs([0]),
  responseMimeType: onlyAs(["text/plain"]),
  stopSequences: onlyEmpty
}

const Request = strict(
  Schema.Struct({
    ...NativeImageRequest.fields,
    generationConfig: Schema.optional(Schema.Struct({ ...NativeGenerationConfig.fields, ...settings })),
    labels: label,
    safetySettings: onlyEmpty,
    systemInstruction: never("write it into the contents"),
    tools: onlyEmpty
  })
)

/** Image orders as clients of the `@google/genai` kind write them. What they send by default is the contract's form. */
export const native = dialect(Request, ({ contents, generationConfig, model }) => {
  const { imageConfig, responseModalities } = generationConfig ?? {}
  const config = {
    ...(responseModalities === undefined ? {} : { responseModalities }),
    ...(imageConfig === undefined ? {} : { imageConfig })
  }
  const request = { model, contents }
  return {
    requests: [generationConfig === undefined ? request : { ...request, generationConfig: config }],
    write: writeReply
  }
})
