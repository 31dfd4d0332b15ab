/** Specification 5: orders an image in the native content-generation style. An answer without one is a typed error. */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { ImageGenerator } from "effect-model-gateway"
import { gateway } from "./support/gateway.js"
import { settings } from "./support/settings.js"

const program = Effect.gen(function* () {
  const images = yield* ImageGenerator
  const { imageModel } = yield* settings
  const reply = yield* images
    .native({
      model: imageModel,
      contents: [{ role: "user", parts: [{ text: "Snowy mountains at night" }] }],
      generationConfig: { responseModalities: ["TEXT", "IMAGE"], imageConfig: { aspectRatio: "4:3" } }
    })
    .pipe(Effect.tapErrorTag("ImageNotReturned", ({ text }) => Console.error(`it was answered with: ${text}`)))
  yield* Console.log(
    `${reply.images.length} image, ${reply.usage.totalTokens} tokens, finished by ${reply.finishReason}`
  )
})

NodeRuntime.runMain(Effect.provide(program, gateway))
