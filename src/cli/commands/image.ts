import * as Options from "@effect/cli/Options"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SavedImage } from "../../pipelines/images/ImageAssets.js"
import { ImageAssetsRequest } from "../../pipelines/images/ImageAssets.js"
import { orderImages } from "../../pipelines/images/orderImages.js"
import { prepareDirectory } from "../../pipelines/images/saveFile.js"
import { saveImage } from "../../pipelines/images/saveImage.js"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { GeneratedImages } from "../../schemas/GeneratedImages.js"
import { GeneratedImage } from "../../schemas/GeneratedImages.js"
import type { ImageNotReturned } from "../../schemas/ImageNotReturned.js"
import { strict } from "../../schemas/strict.js"
import { perhapsOrdered } from "../calls/advice.js"
import { callCommand } from "../calls/callCommand.js"
import { eachOne } from "../calls/eachOne.js"
import { WrongUsage } from "../WrongUsage.js"

const { aspectRatio, imageSize, model, style } = ImageAssetsRequest.fields

/** An order of one image, in the words of the pipeline. */
const ImageOrder = strict(Schema.Struct({ prompt: Schema.NonEmptyString, style, model, aspectRatio, imageSize }))

const extra = Options.all({
  out: Options.text("out").pipe(
    Options.withPseudoName("directory"),
    Options.withDescription("Where the images are saved, by default here; made where it is missing."),
    Options.withDefault(".")
  ),
  base64: Options.boolean("base64").pipe(
    Options.withDescription("With --json: the images' bytes as base64 in the results, and no files.")
  )
})

/** `model-gateway image`: orders images and saves them as files, whose paths are printed. */
export const image = callCommand({
  name: "image",
  description: "Orders images, each of which costs money, saves them, and prints the paths of the files.",
  examples: [
    "model-gateway image --model any --style chat --out images 'A green harbour'",
    `echo '{"prompt":"The sea"}' | model-gateway image --model any --style native --aspect-ratio 3:2 --out images --json --input -`
  ],
  request: ImageOrder,
  argument: {
    name: "PROMPT",
    description: "What is to be seen, each an order of its own.",
    fills: "prompt",
    requests: eachOne("prompt")
  },
  extra,
  prepare: ({ base64, out }, { json }) => {
    const wrong = (message: string) => new WrongUsage({ message })
    if (base64)
      return json ? Effect.void : wrong("--base64 prints images in the results of --json: give both, or neither")
    return Effect.mapError(prepareDirectory(out), ({ message }) => wrong(`--out: ${message}`))
  },
  send: (order, { base64, out }) =>
    Effect.gen(function* () {
      const { images, problem, ...reply } = yield* whole(orderImages(order, order.prompt))
      const keep = (
        image: GeneratedImage
      ): Effect.Effect<Kept, { readonly message: string }, FileSystem.FileSystem | Path.Path> =>
        base64 ? inBase64(image) : saveImage(out, order.prompt, image)
      const [unsaved, saved] = yield* Effect.partition(images, keep)
      return {
        lines: saved.flatMap((image) => ("path" in image ? [image.path] : [])),
        values: [{ prompt: order.prompt, images: saved, ...reply }],
        failures: [...problem, ...unsaved.map(({ message }) => message)]
      }
    }),
  inOrder: false,
  interrupted: perhapsOrdered
})

/** An image in the results: where it was saved, or what it holds. */
type Kept = SavedImage | typeof GeneratedImage.Encoded

/** The images that are whole were paid for, also where others of the reply are broken. */
const whole = <R>(ordered: Effect.Effect<GeneratedImages, GatewayError | ImageNotReturned, R>) =>
  Effect.map(ordered, (reply) => ({ ...reply, problem: no })).pipe(
    Effect.catchTag("ImageNotReturned", (error) => {
      const { finishReason, intact: images, message, text, usage } = error
      return images.length === 0
        ? Effect.fail(error)
        : Effect.succeed({ images, text, usage, finishReason, problem: [message] })
    })
  )

const no: ReadonlyArray<string> = []

const inBase64 = Schema.encode(GeneratedImage)
