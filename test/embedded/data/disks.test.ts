import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { disk } from "../../support/disk.js"
import { within } from "./support/directories.js"
import { logged } from "./support/logs.js"
import { start } from "./support/processes.js"

const picture = (size: number) => ({ bytes: new Uint8Array(size).fill(9), mimeType: "image/png" })

it.scoped("what a full disk has no room for is refused, and the next that fits is kept", ({ skip }) =>
  Effect.gen(function* () {
    const data = yield* disk
    if (data === "") return skip("this machine lets the test mount no disk")
    yield* within(data, ({ files }) =>
      Effect.gen(function* () {
        yield* files.keep("first", picture(1_000))
        const { layer, lines } = logged()
        const error = yield* Effect.flip(Effect.provide(files.keep("large", picture(2_000_000)), layer))
        assert.deepInclude({ ...error }, { _tag: "NotKept", shelf: "files" })
        assert.match(lines.join(), new RegExp(`^ERROR files could not be written to ${data} \\(.*full\\)$`))
        assert.isTrue(Option.isNone(yield* files.get("large")))
        const refused = yield* Effect.flip(Effect.provide(files.replace("first", picture(2_000_000)), layer))
        assert.strictEqual(refused._tag, "NotKept")
        yield* files.keep("second", picture(2_000))
      })
    )
    yield* within(data, ({ files }) =>
      Effect.map(files.all, (all) => assert.deepStrictEqual(all, [picture(1_000), picture(2_000)]))
    )
  })
)

it.scopedLive("an order that a full disk has no room for is not accepted, and is when there is room", ({ skip }) =>
  Effect.gen(function* () {
    const data = yield* disk
    if (data === "") return skip("this machine lets the test mount no disk")
    const { layer, lines } = logged()
    yield* Effect.gen(function* () {
      const { baseUrl } = yield* EmbeddedGateway
      const order = Effect.promise(() =>
        fetch(`${baseUrl}/tk/v1/videos/generations`, {
          method: "POST",
          headers: { authorization: "Bearer key" },
          body: JSON.stringify({ model: "any", prompt: "a ship ".repeat(20_000) })
        })
      )
      writeFileSync(`${data}/filler`, new Uint8Array(900_000))
      const refused = yield* order
      assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "30"])
      const { error } = Object(yield* Effect.promise(() => refused.json()))
      assert.strictEqual(error.type, "GatewayUnavailable")
      assert.notInclude(error.message, data)
      assert.match(lines.join("\n"), /^ERROR orders could not be written to .*full\)$/m)
      rmSync(`${data}/filler`)
      assert.strictEqual((yield* order).status, 200)
    }).pipe(Effect.provide(EmbeddedGateway.layer({ data, apiKey: Redacted.make("key") })), Effect.provide(layer))
    yield* within(data, ({ orders }) => Effect.map(orders.all, (all) => assert.lengthOf(all, 1)))
  })
)

it.scopedLive("a disk that nobody may write to", ({ skip }) =>
  Effect.gen(function* () {
    const data = yield* disk
    if (data === "") return skip("this machine lets the test mount no disk")
    // By another process, for this one would still have the file open.
    yield* Effect.flatMap(start(data), ({ kill }) => kill)
    execFileSync("mount", ["-o", "remount,ro", data])
    assert.match((yield* Effect.flip(within(data, () => Effect.void))).message, /cannot be used: .*make it writable/)
    const other = `${data}/new`
    assert.match((yield* Effect.flip(within(other, () => Effect.void))).message, /EROFS.*make it writable/)
  })
)
