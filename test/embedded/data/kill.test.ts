import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Option, Stream } from "effect"
import { AssetLibrary, ImageGenerator, Transcriber, VideoOrders } from "effect-model-gateway"
import { decode } from "fast-png"
import { wav } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { directory, within } from "./support/directories.js"
import { services, start } from "./support/processes.js"

/** What gateways accepted: ids of transcriptions, the bytes of pictures by prompt, prompts of video orders by id. */
const accepting = () => {
  const accepted = {
    tasks: new Set<string>(),
    pictures: new Map<string, string>(),
    orders: new Map<string, string>()
  }
  const submit = (uri: string, id: string) =>
    Effect.flatMap(Transcriber, (it) => it.submit({ id, audio: { uri } })).pipe(
      Effect.map(() => accepted.tasks.add(id))
    )
  const draw = (prompt: string) =>
    Effect.flatMap(ImageGenerator, (it) =>
      it.chat({
        model: "any",
        messages: [{ role: "user", content: prompt }],
        extra_body: { vendor: { image_config: { aspect_ratio: "1:1", image_size: "256x256" } } }
      })
    ).pipe(Effect.map(({ images }) => accepted.pictures.set(prompt, key(images[0].bytes))))
  const order = (prompt: string) =>
    Effect.flatMap(VideoOrders, (it) => it.place({ model: "any", prompt })).pipe(
      Effect.map((reply) => accepted.orders.set(String(Object(reply).id), prompt))
    )
  const count = () => accepted.tasks.size + accepted.pictures.size + accepted.orders.size
  return { accepted, count, draw, order, submit }
}

/** Bytes as a key of a map. */
const key = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")

it.scopedLive(
  "what was accepted before a kill is there after it, whole",
  () =>
    Effect.gen(function* () {
      const data = yield* directory
      const { baseUrl } = yield* serveFiles({ "/a.wav": wav(1, "Where is my parcel?") })
      const { accepted, count, draw, order, submit } = accepting()

      for (const round of [1, 2, 3]) {
        const gateway = yield* start(data)
        const before = count()
        const work = (worker: number) =>
          Effect.gen(function* () {
            for (let n = 0; ; n++) {
              const name = `${round}-${worker}-${n}`
              yield* [submit(`${baseUrl}/a.wav`, name), draw(`a fox ${name}`), order(name)][(worker + n) % 3] ??
                Effect.void
            }
          }).pipe(Effect.ignore)
        const killer = Effect.zipRight(
          Effect.repeat(Effect.sleep("5 millis"), { until: () => count() >= before + 20 + round }),
          gateway.kill
        )
        yield* Effect.all([killer, ...[0, 1, 2, 3, 4, 5].map(work)], { concurrency: "unbounded" }).pipe(
          Effect.provide(services(gateway))
        )
      }

      const again = yield* start(data)
      yield* Effect.gen(function* () {
        for (const id of accepted.tasks) {
          const task = yield* Effect.flatMap(Transcriber, (it) => it.result(id))
          assert.strictEqual(task.bizId, id)
        }
        const { stream } = yield* AssetLibrary
        const assets = Chunk.toReadonlyArray(yield* Stream.runCollect(stream({ groupId: "generated-images" })))
        const files = yield* Effect.forEach(assets, ({ URL: url }) =>
          Effect.promise(async () => {
            const reply = await fetch(url ?? "")
            assert.strictEqual(reply.status, 200)
            return new Uint8Array(await reply.arrayBuffer())
          })
        )
        for (const file of files) assert.strictEqual(decode(file).width, decode(file).height)
        const found = new Set(files.map(key))
        assert.isAbove(accepted.pictures.size, 0)
        for (const picture of accepted.pictures.values()) assert.isTrue(found.has(picture))
      }).pipe(Effect.provide(services(again)))
      yield* again.kill

      yield* within(data, ({ orders }) =>
        Effect.forEach([...accepted.orders], ([id, prompt]) =>
          Effect.map(orders.get(id), (kept) =>
            assert.deepStrictEqual(Option.getOrThrow(kept).order, { model: "any", prompt })
          )
        )
      )
      assert.isAbove(accepted.tasks.size, 0)
      assert.isAbove(accepted.orders.size, 0)
    }),
  120_000
)
