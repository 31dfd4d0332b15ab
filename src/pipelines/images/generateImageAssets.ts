import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Asset } from "../../schemas/Asset.js"
import { acceptAs } from "../../schemas/accept.js"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { GatewayError } from "../../schemas/GatewayError.js"
import { addUsage, Usage } from "../../schemas/Usage.js"
import { AssetLibrary } from "../../services/AssetLibrary.js"
import type { ImageGenerator } from "../../services/ImageGenerator.js"
import { stage, step } from "../../steps/Step.js"
import type { StepFailed } from "../StepFailed.js"
import { failedAt, StepError } from "../StepFailed.js"
import { baseName, extensionOf } from "./fileName.js"
import type { ImageAssets } from "./ImageAssets.js"
import { ImageAssetsRequest, SavedImage } from "./ImageAssets.js"
import { orderImages } from "./orderImages.js"
import { prepareDirectory, saveFile } from "./saveFile.js"
import { sha256 } from "./sha256.js"

const pipeline = "generateImageAssets"

/**
 * Orders an image for each prompt, in one of the two request styles, saves what comes as files, and lists the assets of a
 * group, once. A prompt that fails is reported beside the images of the others; the folder is proved writable before the
 * first order goes out.
 */
export const generateImageAssets = (
  input: typeof ImageAssetsRequest.Encoded
): Effect.Effect<
  ImageAssets,
  GatewayInvalidRequest | StepFailed,
  ImageGenerator | AssetLibrary | FileSystem.FileSystem | Path.Path
> =>
  Effect.gen(function* () {
    const request = yield* acceptAs(pipeline, ImageAssetsRequest)(input)
    yield* failedAt(pipeline, "prepare folder")(prepareDirectory(request.directory))
    const [failures, saved] = yield* Effect.partition(
      request.prompts,
      (prompt) => stage("image", { item: prompt })(orderAndSave(request, prompt)),
      { concurrency: request.concurrency }
    )
    const assets = yield* Effect.either(listGroup(request))
    return {
      images: saved.flatMap(({ images }) => images),
      assets: Either.getOrElse(assets, () => []),
      failures: [...failures, ...(Either.isLeft(assets) ? [assets.left] : [])],
      usage: addUsage(saved.map(({ usage }) => usage))
    }
  }).pipe(stage(pipeline))

const Saved = Schema.Struct({ images: Schema.Array(SavedImage), usage: Usage })

/** One step: an order whose images were not saved is not done. */
const orderAndSave = (request: ImageAssetsRequest, prompt: string) =>
  Effect.gen(function* () {
    const { images, usage } = yield* orderImages(request, prompt)
    const name = baseName(
      prompt,
      yield* sha256(new TextEncoder().encode(`${request.style} ${request.model} ${prompt}`))
    )
    const saved = yield* Effect.forEach(images, ({ bytes, mimeType }, index) =>
      Effect.gen(function* () {
        const number = index === 0 ? "" : `-${index + 1}`
        const path = yield* saveFile(request.directory, `${name}${number}.${extensionOf(mimeType)}`, bytes)
        return { prompt, path, mimeType, size: bytes.length, sha256: yield* sha256(bytes) }
      })
    )
    return { images: saved, usage }
  }).pipe(step("order", { success: Saved, error: StepError }), failedAt(pipeline, "order", prompt))

/** Read once, after the orders: the specification has the list not polled for a single asset. */
const listGroup = ({ firstPage, groupId, pageSize }: ImageAssetsRequest) =>
  Effect.flatMap(AssetLibrary, (library) => Stream.runCollect(library.stream({ groupId, pageSize, firstPage }))).pipe(
    Effect.map(Chunk.toReadonlyArray),
    step("list assets", { success: Schema.Array(Asset), error: GatewayError }),
    failedAt(pipeline, "list assets")
  )
