import * as Schema from "effect/Schema"
import { strict } from "../../schemas/strict.js"
import { ImageAssetsRequest } from "./ImageAssets.js"

const { aspectRatio, directory, imageSize, model, style } = ImageAssetsRequest.fields

/** An order of the image of one prompt, and the folder that it is saved in. */
export const ImageOrder = strict(
  Schema.Struct({ prompt: Schema.NonEmptyString, style, model, aspectRatio, imageSize, directory })
).annotations({ identifier: "ImageOrder" })
export interface ImageOrder extends Schema.Schema.Type<typeof ImageOrder> {}
