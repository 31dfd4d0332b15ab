import { generateImageAssets as imageAssets } from "../pipelines/jobs/generateImageAssets.js"
import { searchRecordings as search } from "../pipelines/jobs/searchRecordings.js"
import { durable } from "./durable.js"

/** `searchRecordings`, kept. */
export const searchRecordings = durable(search)

/** `generateImageAssets`, kept. */
export const generateImageAssets = durable(imageAssets)
