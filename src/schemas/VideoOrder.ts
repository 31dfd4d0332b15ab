import * as Schema from "effect/Schema"
import { videoOrdered } from "./examples/video.js"
import * as Operation from "./Operation.js"
import * as Safety from "./Safety.js"
import { strict } from "./strict.js"

const text = Schema.optional(Schema.String)

/** Specification 9, an element of `fileInfos`. The values of its fields are not shown. */
export const VideoFileInfo = Schema.Struct({
  category: text,
  url: text,
  referenceType: text,
  objectId: text,
  voiceId: text,
  keepOriginalSound: text,
  useType: text
}).annotations({ identifier: "VideoFileInfo" })
export interface VideoFileInfo extends Schema.Schema.Type<typeof VideoFileInfo> {}

/** Specification 9, an element of `subjectInfos`. */
export const VideoSubjectInfo = Schema.Struct({
  id: text,
  name: text,
  voiceId: text,
  imageUrls: Schema.optional(Schema.Array(Schema.String)),
  videoUrls: Schema.optional(Schema.Array(Schema.String))
}).annotations({ identifier: "VideoSubjectInfo" })
export interface VideoSubjectInfo extends Schema.Schema.Type<typeof VideoSubjectInfo> {}

/** Specification 9, an element of `voiceList`. */
export const VideoVoice = Schema.Struct({ voiceId: text }).annotations({ identifier: "VideoVoice" })
export interface VideoVoice extends Schema.Schema.Type<typeof VideoVoice> {}

/**
 * Specification 9. The flat body of a video order. Which fields are required, their values and units are not shown, so
 * only `model` is required here; the switches are strings, as the specification has them.
 */
export const VideoOrder = strict(
  Schema.Struct({
    model: Schema.NonEmptyString,
    fileInfos: Schema.optional(Schema.Array(VideoFileInfo)),
    subjectInfos: Schema.optional(Schema.Array(VideoSubjectInfo)),
    lastFrameUrl: text,
    prompt: text,
    negativePrompt: text,
    enhancePrompt: text,
    duration: Schema.optional(Schema.Int),
    resolution: text,
    aspectRatio: text,
    audioGeneration: text,
    enhanceSwitch: text,
    offPeak: text,
    frameInterpolate: text,
    logoAdd: text,
    enableBGM: text,
    seed: Schema.optional(Schema.Int),
    voiceList: Schema.optional(Schema.Array(VideoVoice)),
    extInfo: text
  })
).annotations({ identifier: "VideoOrder" })
export interface VideoOrder extends Schema.Schema.Type<typeof VideoOrder> {}

/**
 * Specification 9. Orders a video. The reply is not shown: it is handed over as the JSON that came, null where none came.
 * Nor is its status, so any that says that an order was accepted is taken for that.
 */
export const orderVideo = Operation.post("orderVideo", "/tk/v1/videos/generations", {
  request: VideoOrder,
  response: Schema.Unknown,
  safety: Safety.order,
  successStatuses: [200, 201, 202, 204],
  documentation: {
    summary: "Order a video",
    description:
      "Orders a video. Each accepted request costs money: do not repeat one on a guess. Which fields are required, their " +
      "allowed values and units, and the reply are not shown: all values of the example are illustrative.",
    example: videoOrdered
  }
})
