import * as Schema from "effect/Schema"
import { generateImageAssets as runGenerateImageAssets } from "../pipelines/images/generateImageAssets.js"
import { ImageAssets, ImageAssetsRequest } from "../pipelines/images/ImageAssets.js"
import { StepFailed } from "../pipelines/StepFailed.js"
import { RecordingSearch, RecordingSearchResult } from "../pipelines/search/RecordingSearch.js"
import { searchRecordings as runSearchRecordings } from "../pipelines/search/searchRecordings.js"
import { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import { durable } from "./durable.js"

const error = Schema.Union(GatewayInvalidRequest, StepFailed)

/** `searchRecordings`, kept. */
export const searchRecordings = durable({
  name: "searchRecordings",
  input: RecordingSearch,
  success: RecordingSearchResult,
  error,
  run: runSearchRecordings
})

/** `generateImageAssets`, kept. */
export const generateImageAssets = durable({
  name: "generateImageAssets",
  input: ImageAssetsRequest,
  success: ImageAssets,
  error,
  run: runGenerateImageAssets
})
