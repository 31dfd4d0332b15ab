/** A pipeline: images for prompts, saved as files, and the assets that the gateway lists after. */
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer } from "effect"
import { generateImageAssets } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { settings } from "./support/settings.js"

const program = Effect.gen(function* () {
  const { assetGroup, imageModel } = yield* settings
  const { assets, failures, images } = yield* generateImageAssets({
    prompts: ["A city of glass", "The sea before a storm"],
    style: "native",
    model: imageModel,
    aspectRatio: "3:2",
    directory: "out",
    groupId: assetGroup
  })
  yield* Effect.forEach(images, ({ path, size }) => Console.log(`${path}, ${size} bytes`))
  yield* Effect.forEach(failures, (failure) => Console.error(failure.message))
  yield* Console.log(`the group ${assetGroup} lists ${assets.length} assets`)
})

NodeRuntime.runMain(Effect.provide(program, Layer.merge(gateway, NodeContext.layer)))
