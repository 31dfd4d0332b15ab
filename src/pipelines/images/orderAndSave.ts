import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { ImageNotReturned } from "../../schemas/ImageNotReturned.js"
import { order } from "../../schemas/Safety.js"
import { noUsage, Usage } from "../../schemas/Usage.js"
import { step } from "../../steps/Step.js"
import { failedAt, StepError, StepFailed } from "../StepFailed.js"
import type { ImageAssetsRequest } from "./ImageAssets.js"
import { SavedImage } from "./ImageAssets.js"
import type { ImageWish } from "./orderImages.js"
import { orderImages } from "./orderImages.js"
import { saveImage } from "./saveImage.js"
import { stillSaved } from "./stillSaved.js"

/** What an order came to: the images that were saved, and what failed beside them. */
export const Ordered = Schema.Struct({
  images: Schema.Array(SavedImage),
  failures: Schema.Array(StepFailed),
  usage: Usage
})
/** What an order came to. */
export interface Ordered extends Schema.Schema.Type<typeof Ordered> {}

/**
 * Orders the images of a prompt, and saves each on its own, also where others of the reply are broken. One step: an order
 * whose images were not saved is not done, and what it keeps is all that came of the order.
 */
export const orderAndSave = (
  pipeline: string,
  request: ImageWish & Pick<ImageAssetsRequest, "directory">,
  prompt: string
) => {
  const failed = failedAt(pipeline, "order", prompt)
  /** The images that an earlier run saved are results only where their files are still what they were. */
  const recheck = ({ failures, images, usage }: Ordered) =>
    Effect.map(
      Effect.partition(images, (image) => failed(stillSaved(image))),
      ([lost, saved]): Ordered => ({ images: saved, failures: [...failures, ...lost], usage })
    )
  return Effect.gen(function* () {
    const { failures, images, usage } = yield* orderImages(request, prompt).pipe(
      Effect.map((reply) => ({ ...reply, failures: [] })),
      Effect.catchIf(isPartial, (error) =>
        Effect.map(Effect.flip(failed(error)), (failure) => ({
          images: error.intact,
          usage: error.usage,
          failures: [failure]
        }))
      )
    )
    const [unsaved, saved] = yield* Effect.partition(images, (image) =>
      failed(saveImage(request.directory, prompt, image))
    )
    return { images: saved, failures: [...failures, ...unsaved], usage }
  }).pipe(step("order", { success: Ordered, error: StepError, safety: order._tag, recheck }), failed)
}

/** What an order came to that failed as a whole; tokens it may have used all the same. */
export const nothingOrdered = (failure: StepFailed): Ordered => ({
  images: [],
  failures: [failure],
  usage: failure.error._tag === "ImageNotReturned" ? failure.error.usage : noUsage
})

const isPartial = (error: GatewayError | ImageNotReturned): error is ImageNotReturned =>
  error._tag === "ImageNotReturned" && error.intact.length > 0
