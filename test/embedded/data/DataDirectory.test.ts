import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
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
    const names = readdirSync(data).filter((name) => !/^gateway\.sqlite-(wal|shm)$/.test(name))
    assert.deepStrictEqual(names, ["gateway.lock", "gateway.sqlite", "tmp"])
    assert.isEmpty(readdirSync(`${data}/tmp`))
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

it.scoped("is its owner's alone where it was made, and otherwise as it was", () =>
  Effect.gen(function* () {
    const mine = `${yield* directory}/mine`
    mkdirSync(mine)
    chmodSync(mine, 0o755)
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    const modes = (data: string) =>
      within(data, ({ orders }) =>
        Effect.map(orders.keep("v", order), () =>
          Object.fromEntries(["", ...readdirSync(data)].map((name) => [name, modeOf(`${data}/${name}`)] as const))
        )
      )
    const files = {
      "gateway.lock": "600",
      "gateway.sqlite": "600",
      "gateway.sqlite-shm": "600",
      "gateway.sqlite-wal": "600"
    }
    assert.deepStrictEqual(yield* modes(`${mine}/above/data`), { "": "700", ...files, tmp: "700" })
    assert.strictEqual(modeOf(`${mine}/above`), "700")
    assert.deepStrictEqual(yield* modes(mine), { "": "755", ...files, above: "700", tmp: "700" })
  })
)

it.scoped("clears its temporary files at the start, and nobody else's", () =>
  Effect.gen(function* () {
    const data = yield* directory
    for (const name of ["recording-Ab3dE6", "draft-000000", "recording-of-mine", "notes"]) {
      mkdirSync(`${data}/tmp/${name}`, { recursive: true })
      writeFileSync(`${data}/tmp/${name}/a.wav`, "sound")
    }
    yield* within(data, () => Effect.void)
    assert.deepStrictEqual(readdirSync(`${data}/tmp`), ["notes", "recording-of-mine"])
  })
)
