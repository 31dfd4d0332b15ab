import { NodeHttpClient } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { ImageGenerator, Transcriber, VideoOrders } from "effect-model-gateway"
import type { MakeShelf } from "effect-model-gateway/engines"
import { EngineState, Engines, memoryShelf, NotKept } from "effect-model-gateway/engines"
import { wav } from "./support/audio.js"
import { serveFiles } from "./support/fileServer.js"
import { by } from "./support/speech.js"

const fullShelf: MakeShelf = <A>(name: string) => ({
  ...memoryShelf<A>(),
  keep: () => new NotKept({ shelf: name }),
  replace: () => new NotKept({ shelf: name })
})

/** All engines on a state that has no room. */
const withoutRoom = (options?: Parameters<typeof Engines.services>[0]) =>
  Engines.services(options).pipe(
    Layer.provide([Layer.sync(EngineState, () => EngineState.make(fullShelf)), NodeHttpClient.layerUndici])
  )
const engines = withoutRoom()

const submit = Effect.gen(function* () {
  const { baseUrl } = yield* serveFiles({ "/a.wav": wav(1, "a text") })
  return yield* Effect.flatMap(Transcriber, (it) => it.submit({ id: "a", audio: { uri: `${baseUrl}/a.wav` } }))
})
const messages = [{ role: "user", content: "a ship" }] as const
const draw = Effect.flatMap(ImageGenerator, (it) => it.chat({ model: "any", messages }))
const order = Effect.flatMap(VideoOrders, (it) => it.place({ model: "any", prompt: "a ship" }))
const heard = Effect.provide(
  Layer.provide(
    engines,
    by(() => Effect.never)
  )
)

it.scopedLive.each([
  ["a transcription", Effect.provide(submit, engines)],
  ["a transcription that would be heard", heard(submit)],
  ["a transcription in place of another", Effect.provide(submit, withoutRoom({ resubmission: "overwrite" }))],
  ["a picture", Effect.provide(draw, engines)],
  ["a video", Effect.provide(order, engines)]
] as const)("%s that cannot be kept was not accepted, and is to be asked for again", ([, asked]) =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(Effect.asVoid(asked))
    assert(error._tag === "GatewayUnavailable")
    assert.strictEqual(Duration.toSeconds(error.retryAfter ?? 0), 30)
    assert.match(error.message, /could not be kept, such as on a full disk, so nothing was accepted/)
  })
)
