import * as Schema from "effect/Schema"
import { AspectRatio } from "../../schemas/AspectRatio.js"
import { Asset } from "../../schemas/Asset.js"
import { PositiveInt } from "../../schemas/PositiveInt.js"
import { strict } from "../../schemas/strict.js"
import { Usage } from "../../schemas/Usage.js"
import { StepFailed } from "../StepFailed.js"

const Prompts = Schema.Array(Schema.NonEmptyString).pipe(
  Schema.filter((prompts) => new Set(prompts).size === prompts.length, {
    description: "a list of prompts that differ, for each is an order of its own"
  })
)

/** What `generateImageAssets` works on. */
export const ImageAssetsRequest = strict(
  Schema.Struct({
    prompts: Prompts,
    /** The request style: chat completions (specification 4) or native content generation (specification 5). */
    style: Schema.Literal("chat", "native"),
    model: Schema.NonEmptyString,
    aspectRatio: Schema.optional(AspectRatio),
    /** A size label; its values are the gateway's. */
    imageSize: Schema.optional(Schema.String),
    /** The folder that the images are saved in; made where it is missing. */
    directory: Schema.NonEmptyString,
    /** The group whose assets are listed at the end. */
    groupId: Schema.NonEmptyString,
    /** How many assets to list at a time, and the number of the first page: see `AssetLibrary.stream`. */
    pageSize: Schema.optional(PositiveInt),
    firstPage: Schema.optional(Schema.NonNegativeInt),
    /** How many orders are open at a time. */
    concurrency: Schema.optionalWith(PositiveInt, { default: () => 2 })
  })
).annotations({ identifier: "ImageAssetsRequest" })
export interface ImageAssetsRequest extends Schema.Schema.Type<typeof ImageAssetsRequest> {}

/** An image that was saved. */
export const SavedImage = Schema.Struct({
  prompt: Schema.String,
  path: Schema.String,
  mimeType: Schema.String,
  /** Unit: bytes. */
  size: Schema.NonNegativeInt,
  sha256: Schema.String
}).annotations({ identifier: "SavedImage" })
export interface SavedImage extends Schema.Schema.Type<typeof SavedImage> {}

/** What was saved, what the library lists, and what failed. */
export const ImageAssets = Schema.Struct({
  images: Schema.Array(SavedImage),
  /** The group's assets, as one reading of the list after the orders showed them. */
  assets: Schema.Array(Asset),
  /** What failed of each prompt, and the listing if it did, each with the step and its typed error. */
  failures: Schema.Array(StepFailed),
  usage: Usage
}).annotations({ identifier: "ImageAssets" })
export interface ImageAssets extends Schema.Schema.Type<typeof ImageAssets> {}
