import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { generateChatImage } from "../../schemas/ChatImage.js"
import { generateNativeImage } from "../../schemas/NativeImage.js"
import { FileNotSaved } from "../FileNotSaved.js"
import { ImageOrder } from "../images/ImageOrder.js"
import { Ordered, orderAndSave } from "../images/orderAndSave.js"
import type { ImageWish } from "../images/orderImages.js"
import { chatRequest, nativeRequest } from "../images/orderImages.js"
import { prepareDirectory } from "../images/saveFile.js"
import { pipeline } from "../Pipeline.js"
import type { PlannedCall } from "../PlannedCall.js"
import { StepFailed } from "../StepFailed.js"
import { oneCall } from "./plannedCalls.js"

const name = "image"

/**
 * Orders the image of a prompt, and saves what comes, which may be more than one; `failures` has what of it is broken or could not
 * be saved. The folder is proved writable before the order (specification 4 and 5).
 */
export const image = pipeline({
  name,
  input: ImageOrder,
  success: Ordered,
  error: Schema.Union(FileNotSaved, StepFailed),
  run: (order) => Effect.zipRight(prepareDirectory(order.directory), orderAndSave(name, order, order.prompt)),
  calls: (order) => imageCall(order, order.prompt)
})

/** The order of the image of a prompt, in the style that is asked for. */
export const imageCall = (wish: ImageWish, prompt: string): ReadonlyArray<PlannedCall> =>
  wish.style === "chat"
    ? oneCall(generateChatImage, chatRequest(wish, prompt))
    : oneCall(generateNativeImage, nativeRequest(wish, prompt))
