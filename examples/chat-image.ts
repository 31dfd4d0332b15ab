/** Specification 4: orders an image in the chat-completions style and saves it. */
import { FileSystem } from "@effect/platform"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer } from "effect"
import { ImageGenerator } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { settings } from "./support/settings.js"

const program = Effect.gen(function* () {
  const images = yield* ImageGenerator
  const files = yield* FileSystem.FileSystem
  const { imageModel } = yield* settings
  const reply = yield* images.chat({
    model: imageModel,
    messages: [{ role: "user", content: "A green lighthouse at sunset" }],
    extra_body: { vendor: { image_config: { aspect_ratio: "16:9" } } }
  })
  const [image] = reply.images
  yield* files.makeDirectory("out", { recursive: true })
  yield* files.writeFile("out/chat-image.png", image.bytes)
  yield* Console.log(`out/chat-image.png, ${image.mimeType}, ${image.bytes.length} bytes: ${reply.text}`)
})

NodeRuntime.runMain(Effect.provide(program, Layer.merge(gateway, NodeContext.layer)))
