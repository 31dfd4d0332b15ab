/** Specification 6: one page of a group's assets, and all of them as a stream. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Stream } from "effect"
import { AssetLibrary, ImageGenerator } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { settings } from "./support/settings.js"

const program = Effect.gen(function* () {
  const assets = yield* AssetLibrary
  const images = yield* ImageGenerator
  const { assetGroup, imageModel } = yield* settings
  yield* Effect.forEach(["a red fox", "a blue whale", "a golden field"], (content) =>
    images.chat({ model: imageModel, messages: [{ role: "user", content }] })
  )
  const page = yield* assets.list({ Filter: { GroupId: assetGroup }, PageNumber: 1, PageSize: 2 })
  yield* Console.log(`page 1 holds ${page.Items.length} of ${page.TotalCount}`)
  yield* Stream.runForEach(assets.stream({ groupId: assetGroup, pageSize: 2 }), ({ Name, URL }) =>
    Console.log(`${Name}  ${URL}`)
  )
})

NodeRuntime.runMain(Effect.provide(program, gateway))
