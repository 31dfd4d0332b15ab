import * as Schema from "effect/Schema"
import { Usage } from "./Usage.js"

/** One image: its bytes, and the media type that the bytes themselves show. */
export const GeneratedImage = Schema.Struct({
  bytes: Schema.Uint8ArrayFromBase64,
  /** Such as `image/png`; `application/octet-stream` where the bytes show no known type. */
  mimeType: Schema.String
}).annotations({ identifier: "GeneratedImage" })
export interface GeneratedImage extends Schema.Schema.Type<typeof GeneratedImage> {}

/** The one result of both request styles (specification 4 and 5). */
export const GeneratedImages = Schema.Struct({
  images: Schema.NonEmptyArray(GeneratedImage),
  /** The text around the images; empty where there was none. */
  text: Schema.String,
  usage: Usage,
  /** `finish_reason` or `finishReason`, as the gateway gave it. */
  finishReason: Schema.optional(Schema.String)
}).annotations({ identifier: "GeneratedImages" })
export interface GeneratedImages extends Schema.Schema.Type<typeof GeneratedImages> {}
