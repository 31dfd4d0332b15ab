import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { wav } from "../engines/support/audio.js"
import { serveFiles } from "../engines/support/fileServer.js"

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(`${tmpdir()}/inventory-`)),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const gateway = (data: string | undefined) =>
  Effect.map(
    Layer.build(EmbeddedGateway.layer({ ui: true, data, speed: 1, apiKey: Redacted.make("key") })),
    (context) => {
      const { baseUrl } = Context.get(context, EmbeddedGateway)
      const ask = (path: string, init?: RequestInit) =>
        Effect.promise(async () => Object(await (await fetch(`${baseUrl}${path}`, init)).json()))
      return {
        baseUrl,
        activity: ask("/activity"),
        post: (path: string, body: unknown) =>
          ask(path, { method: "POST", headers: { authorization: "Bearer key" }, body: JSON.stringify(body) })
      }
    }
  )

it.scopedLive("the front page shows what the engines hold, also after a restart", () =>
  Effect.gen(function* () {
    const data = yield* directory
    const files = yield* serveFiles({ "/short.wav": wav(1, "hello"), "/long.wav": wav(60, "hello") })
    const submission = (id: string, name: string) => ({ id, audio: { uri: `${files.baseUrl}/${name}` } })
    const before = yield* Effect.scoped(
      Effect.gen(function* () {
        const { activity, post } = yield* gateway(data)
        yield* post("/tk/v1/speech/async/process", submission("short", "short.wav"))
        yield* post("/tk/v1/speech/async/process", submission("long", "long.wav"))
        yield* post("/v1/chat/completions", { model: "painter", messages: [{ role: "user", content: "a red fox" }] })
        const { id } = yield* post("/tk/v1/videos/generations", { model: "director", prompt: "a-secret" })
        const { assets, orders, tasks } = yield* activity
        assert.deepStrictEqual(
          tasks.map((task: { id: string }) => task.id),
          ["long", "short"]
        )
        assert.strictEqual(tasks[0].status, "transcribing")
        assert.deepStrictEqual(
          assets.map((asset: object) => Object.keys(asset)),
          [["id", "type", "url", "at"]]
        )
        assert.strictEqual(assets[0].type, "image")
        assert.strictEqual(assets[0].url, `/assets/${assets[0].id}`)
        const video = { id, kind: "video", model: "director", at: orders[0].at }
        assert.deepStrictEqual(orders, [video, { id: assets[0].id, kind: "image", images: 1, at: assets[0].at }])
        return { assets, orders }
      })
    )
    yield* Effect.sleep("1 second")
    const { activity, baseUrl } = yield* gateway(data)
    const { assets, orders, requests, tasks } = yield* activity
    assert.deepStrictEqual({ assets, orders, requests }, { ...before, requests: [] })
    assert.deepStrictEqual(
      tasks.map(({ id, status }: { id: string; status: string }) => [id, status]),
      [
        ["long", "transcribing"],
        ["short", "completed"]
      ]
    )
    const picture = yield* Effect.promise(() => fetch(new URL(assets[0].url, baseUrl)))
    assert.strictEqual(picture.headers.get("content-type"), "image/png")
  })
)
