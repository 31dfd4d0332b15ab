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
import { addUsage } from "../../schemas/Usage.js"
import { AssetLibrary } from "../../services/AssetLibrary.js"
import type { ImageGenerator } from "../../services/ImageGenerator.js"
import { stage, step } from "../../steps/Step.js"
import { FileNotSaved } from "../FileNotSaved.js"
import type { StepFailed } from "../StepFailed.js"
import { failedAt } from "../StepFailed.js"
import type { ImageAssets } from "./ImageAssets.js"
import { ImageAssetsRequest } from "./ImageAssets.js"
import { noneWithheld } from "./noneWithheld.js"
import { nothingOrdered, orderAndSave } from "./orderAndSave.js"
import { prepareDirectory } from "./saveFile.js"

const pipeline = "generateImageAssets"

/**
 * Orders an image for each prompt, in one of the two request styles, saves what comes as files, and lists the assets of a
 * group, once. Whatever fails of a prompt, or of one image of it, is reported beside all images that were saved, and its
 * tokens count; a file that could not be saved is in its failure. The folder is proved writable before the first order.
 *
 * Fails, once all prompts have ended, where the cap on orders held one back: what is not ordered is not done.
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
    const prepare = prepareDirectory(request.directory)
    yield* prepare.pipe(
      // A run that goes on may meet another state of the disk than the one before.
      step("prepare folder", { success: Schema.Void, error: FileNotSaved, recheck: () => prepare }),
      failedAt(pipeline, "prepare folder")
    )
    const orders = yield* Effect.forEach(
      request.prompts,
      (prompt) =>
        orderAndSave(pipeline, request, prompt).pipe(
          stage("image", { item: prompt }),
          Effect.catchAll((failure) => Effect.succeed(nothingOrdered(failure)))
        ),
      { concurrency: request.concurrency }
    )
    yield* noneWithheld(orders)
    const assets = yield* Effect.either(listGroup(request))
    return {
      images: orders.flatMap(({ images }) => images),
      assets: Either.getOrElse(assets, () => []),
      failures: [...orders.flatMap(({ failures }) => failures), ...(Either.isLeft(assets) ? [assets.left] : [])],
      usage: addUsage(orders.map(({ usage }) => usage))
    }
  }).pipe(stage(pipeline))

/** Read once, after the orders: the specification has the list not polled for a single asset. */
const listGroup = ({ firstPage, groupId, pageSize }: ImageAssetsRequest) =>
  Effect.flatMap(AssetLibrary, (library) => Stream.runCollect(library.stream({ groupId, pageSize, firstPage }))).pipe(
    Effect.map(Chunk.toReadonlyArray),
    step("list assets", { success: Schema.Array(Asset), error: GatewayError }),
    failedAt(pipeline, "list assets")
  )
