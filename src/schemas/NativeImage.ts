import * as Schema from "effect/Schema"
import { AspectRatio } from "./AspectRatio.js"
import { nativeImage } from "./examples/images.js"
import { filled } from "./filled.js"
import { handedOn } from "./handedOn.js"
import * as Operation from "./Operation.js"
import * as Safety from "./Safety.js"
import { strict } from "./strict.js"
import type { Usage } from "./Usage.js"
import { usageOf } from "./Usage.js"

/** Specification 5, an element of `contents`. */
export const NativeContent = Schema.Struct({
  role: Schema.optional(Schema.String),
  parts: filled(Schema.Struct({ text: Schema.String }))
}).annotations({ identifier: "NativeContent" })
export interface NativeContent extends Schema.Schema.Type<typeof NativeContent> {}

/**
 * Specification 5, `generationConfig`. Of `responseModalities` the values TEXT and IMAGE occur; `imageSize` is a label
 * of the caller's, its values are not shown.
 */
export const NativeGenerationConfig = Schema.Struct({
  responseModalities: Schema.optional(Schema.Array(Schema.String)),
  imageConfig: Schema.optional(
    Schema.Struct({
      aspectRatio: Schema.optional(AspectRatio),
      imageSize: Schema.optional(Schema.String)
    })
  )
}).annotations({ identifier: "NativeGenerationConfig" })
export interface NativeGenerationConfig extends Schema.Schema.Type<typeof NativeGenerationConfig> {}

/** Specification 5. An image order in the native style. `model` travels in the path. */
export const NativeImageRequest = strict(
  Schema.Struct({
    model: Schema.propertySignature(Schema.NonEmptyString).annotations({ description: "Model id." }),
    contents: filled(NativeContent),
    generationConfig: Schema.optional(NativeGenerationConfig)
  })
).annotations({ identifier: "NativeImageRequest" })
export interface NativeImageRequest extends Schema.Schema.Type<typeof NativeImageRequest> {}

const text = handedOn(Schema.String)
const count = handedOn(Schema.Int)

/** Any object; the specification shows of a part, or a safety rating, only that it is one. */
const AnyObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** Specification 5, an element of `candidates`. The fields of a reply's parts and safety ratings are not shown. */
export const NativeCandidate = Schema.Struct({
  content: Schema.optionalWith(
    Schema.Struct({
      role: text,
      parts: Schema.optionalWith(Schema.Array(AnyObject), { nullable: true, default: () => [] })
    }),
    { nullable: true }
  ),
  finishReason: text,
  safetyRatings: handedOn(Schema.Array(AnyObject))
}).annotations({ identifier: "NativeCandidate" })
export interface NativeCandidate extends Schema.Schema.Type<typeof NativeCandidate> {}

/** Specification 5. The image stands as inline data in a part of a candidate. */
export const NativeImageResponse = Schema.Struct({
  candidates: Schema.optionalWith(Schema.Array(NativeCandidate), { nullable: true, default: () => [] }),
  usageMetadata: handedOn(
    Schema.Struct({ promptTokenCount: count, candidatesTokenCount: count, totalTokenCount: count })
  )
}).annotations({ identifier: "NativeImageResponse" })
export interface NativeImageResponse extends Schema.Schema.Type<typeof NativeImageResponse> {}

/** What a reply used, where it says so. */
export const usageOfNativeImage = ({ usageMetadata }: NativeImageResponse): Usage | undefined =>
  usageOf(usageMetadata?.promptTokenCount, usageMetadata?.candidatesTokenCount, usageMetadata?.totalTokenCount)

/** Specification 5. Orders images in the native content-generation style. */
export const generateNativeImage = Operation.post("generateNativeImage", "/v1beta/models/{model}:generateContent", {
  request: NativeImageRequest,
  response: NativeImageResponse,
  safety: Safety.order,
  usage: usageOfNativeImage,
  documentation: {
    summary: "Generate an image, native style",
    description:
      "Orders images by contents. The image comes back in a part of a candidate; the fields of a part are not shown. " +
      "Each accepted request costs money: do not repeat one on a guess. The allowed values of `aspectRatio` and " +
      "`imageSize` are not shown: those of the example are illustrative.",
    example: nativeImage
  }
})
