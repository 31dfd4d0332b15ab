import { existsSync, readdirSync, readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Option } from "effect"
import { DataDirectory } from "effect-model-gateway/embedded"
import { EngineState } from "effect-model-gateway/engines"
import { videoOrder } from "../../support/videoOrder.js"
import { directory, within } from "./support/directories.js"

const task = {
  id: "a",
  bizId: "lecture-1",
  acceptedAt: 1_700_000_000_123,
  completedAt: 1_700_000_000_123.5,
  duration: 0.5,
  text: "“Grüße”, 你好 \u{1F98A}\n\0",
  source: "its tags"
}
const asset = { id: "p", groupId: "pictures", name: "a fox", type: "image", createdAt: 5 }
const order = { id: "v", acceptedAt: 7, order: videoOrder }
const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) % 251)
const file = { bytes: bytes.subarray(7), mimeType: "image/png" }

it.scoped("keeps every kind of thing as it was, from one gateway to the next", () =>
  Effect.gen(function* () {
    const data = `${yield* directory}/not/there/yet`
    yield* within(data, ({ assets, files, orders, tasks, transcripts }) =>
      Effect.all([
        tasks.keep("lecture-1", task),
        transcripts.keep("lecture-1", { completedAt: 9, problem: "no speech" }),
        assets.keep("p", asset),
        files.keep("p", file),
        files.keep("empty", { bytes: new Uint8Array(), mimeType: "image/webp" }),
        orders.keep("v", order)
      ])
    )
    yield* within(data, (state) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(Option.getOrNull(yield* state.tasks.get("lecture-1")), task)
        assert.deepStrictEqual(yield* state.transcripts.all, [{ completedAt: 9, problem: "no speech" }])
        assert.deepStrictEqual(yield* state.assets.all, [asset])
        assert.deepStrictEqual(Option.getOrNull(yield* state.orders.get("v")), order)
        const kept = Option.getOrThrow(yield* state.files.get("p"))
        assert.strictEqual(kept.mimeType, "image/png")
        assert.deepStrictEqual(kept.bytes, bytes.slice(7))
        assert.strictEqual(Option.getOrThrow(yield* state.files.get("empty")).bytes.length, 0)
      })
    )
    assert.isEmpty(readdirSync(data).filter((name) => !name.startsWith("gateway.sqlite")))
  })
)

it.scoped("keeps bytes as bytes", () =>
  Effect.gen(function* () {
    const data = yield* directory
    yield* within(data, ({ files }) => files.keep("p", file))
    const onDisk = ["", "-wal"].map((end) => `${data}/gateway.sqlite${end}`).filter((name) => existsSync(name))
    const piece = Buffer.from(file.bytes.subarray(0, 1_000))
    assert.isTrue(onDisk.some((name) => readFileSync(name).includes(piece)))
  })
)

it.scoped("keeps the first of an id, oldest first, and no shelf has what another has", () =>
  Effect.gen(function* () {
    const data = yield* directory
    yield* within(data, ({ assets, orders }) =>
      Effect.gen(function* () {
        for (const id of ["z", "a", "m"]) yield* assets.keep(id, { ...asset, id })
        assert.strictEqual((yield* assets.keep("a", { ...asset, id: "a", name: "another" })).name, "a fox")
        assert.deepStrictEqual(
          (yield* assets.all).map(({ id, name }) => `${id} ${name}`),
          ["z a fox", "a a fox", "m a fox"]
        )
        assert.deepStrictEqual(
          (yield* assets.newest(2)).map(({ id }) => id),
          ["m", "a"]
        )
        assert.isTrue(Option.isNone(yield* orders.get("a")))
        yield* orders.keep("a", order)
        assert.strictEqual((yield* Effect.map(assets.get("a"), Option.getOrThrow)).name, "a fox")
      })
    )
  })
)

it.scoped("two gateways on one directory know of each other's work", () =>
  Effect.gen(function* () {
    const data = yield* directory
    const open = Effect.map(Layer.build(Layer.fresh(DataDirectory.layer(data))), Context.get(EngineState))
    const [one, two] = yield* Effect.all([open, open], { concurrency: 2 })
    yield* one.assets.keep("1", { ...asset, id: "1" })
    assert.isTrue(Option.isSome(yield* two.assets.get("1")))
    yield* two.assets.keep("2", { ...asset, id: "2" })
    assert.strictEqual((yield* one.assets.keep("2", { ...asset, id: "2", name: "later" })).name, "a fox")
    for (const { assets } of [one, two])
      assert.deepStrictEqual(
        (yield* assets.all).map(({ id }) => id),
        ["1", "2"]
      )
  })
)
