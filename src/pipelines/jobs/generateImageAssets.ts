import * as Schema from "effect/Schema"
import { listAssets } from "../../schemas/Asset.js"
import { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { generateImageAssets as run } from "../images/generateImageAssets.js"
import { ImageAssets, ImageAssetsRequest } from "../images/ImageAssets.js"
import { pipeline } from "../Pipeline.js"
import { StepFailed } from "../StepFailed.js"
import { imageCall } from "./image.js"
import { callsAtLeast } from "./plannedCalls.js"

/** `generateImageAssets`, with its schemas. */
export const generateImageAssets = pipeline({
  name: "generateImageAssets",
  input: ImageAssetsRequest,
  success: ImageAssets,
  error: Schema.Union(GatewayInvalidRequest, StepFailed),
  run,
  calls: ({ prompts, ...wish }) => [
    ...prompts.flatMap((prompt) => imageCall(wish, prompt)),
    callsAtLeast(listAssets, 1)
  ]
})
