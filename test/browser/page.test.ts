import { mkdirSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import type { Page } from "playwright-core"
import { wav } from "../engines/support/audio.js"
import { serveFiles } from "../engines/support/fileServer.js"
import { serve } from "../server/support/serve.js"
import { launch, noBrowser, open } from "./support/browser.js"

const screenshots = new URL("../../out/screenshots/", import.meta.url)

const apiKey = "sk-of-this-test"

const startGateway = (port = 0) =>
  Effect.map(
    Layer.build(EmbeddedGateway.layer({ ui: true, port, speed: 0.1, apiKey: Redacted.make(apiKey) })),
    (context) => Context.get(context, EmbeddedGateway).baseUrl
  )

const post = (baseUrl: string, path: string, body: unknown) =>
  Effect.promise(async () => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" }
    return (await fetch(`${baseUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).status
  })

/** What a page shows at a place, each text without what folds it. */
const texts = (page: Page, selector: string) =>
  Effect.promise(async () => (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, " ")))

const shows = (page: Page, selector: string, hasText: string) =>
  Effect.promise(() => page.locator(selector, { hasText }).first().waitFor())

const evil = "<img src=x onerror=alert(1)>"

const views = [
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 360 },
  { colorScheme: "dark", width: 360 }
] as const

for (const view of views) {
  it.scopedLive(
    `the front page shows live what the gateway sees, ${view.colorScheme}, ${view.width} wide`,
    (context) =>
      Effect.gen(function* () {
        if (noBrowser !== undefined) context.skip(noBrowser)
        const files = yield* serveFiles({ "/a.wav": wav(20, "hello") })
        const baseUrl = yield* startGateway()
        const { beyond, errors, page } = yield* open(yield* launch, baseUrl, view)
        const dialogs: Array<string> = []
        const loads: Array<string> = []
        page.on("dialog", (dialog) => {
          dialogs.push(dialog.message())
          void dialog.dismiss()
        })
        page.on("load", () => loads.push(page.url()))
        yield* shows(page, "#state", "live")
        yield* shows(page, "#requests", `No request yet. Try: curl ${baseUrl}/v1/embeddings`)

        const statuses = yield* Effect.all([
          post(baseUrl, "/v1/chat/completions", { model: "painter", messages: [{ role: "user", content: evil }] }),
          post(baseUrl, "/tk/v1/speech/async/process", {
            id: "</script><script>alert(2)</script>",
            audio: { uri: `${files.baseUrl}/a.wav` }
          }),
          post(baseUrl, "/tk/v1/videos/generations", { model: "director <b>", prompt: "a-secret-prompt" }),
          post(baseUrl, "/v1/embeddings", { model: "any", input: 5 }),
          post(baseUrl, "/api/v3/listAssets", { Filter: { GroupId: "generated-images" } })
        ])
        assert.deepStrictEqual(statuses, [200, 200, 200, 400, 200])

        yield* shows(page, "#requests tbody tr", "listAssets")
        assert.deepStrictEqual((yield* texts(page, "#requests tbody b")).slice().reverse(), [
          "generateChatImage",
          "submitTranscription",
          "orderVideo",
          "createEmbeddings",
          "listAssets"
        ])
        yield* shows(page, "#requests tbody tr", "400")
        yield* shows(page, "#requests tbody tr", "GatewayInvalidRequest, trace ")
        yield* shows(page, "#tasks tbody td", "</script><script>alert(2)</script>")
        yield* shows(page, "#orders tbody td", "video by director <b>")
        const picture = page.locator("#assets img")
        yield* Effect.promise(() => picture.scrollIntoViewIfNeeded())
        yield* Effect.promise(() => page.waitForFunction(() => document.querySelector("img")?.naturalWidth))
        const [name] = yield* texts(page, "#assets .name")
        assert.match(String(name), /^[0-9A-Za-z_-]{8,}$/)
        assert.strictEqual(yield* Effect.promise(() => picture.getAttribute("alt")), name)
        assert.notInclude(String(yield* texts(page, "body")), evil)

        const { html, overflow } = yield* Effect.promise(() =>
          page.evaluate(() => ({
            html: document.documentElement.outerHTML,
            overflow: document.documentElement.scrollWidth - window.innerWidth
          }))
        )
        assert.isAtMost(overflow, 0)
        assert.notInclude(html, apiKey)
        assert.notInclude(html, "a-secret-prompt")
        assert.deepStrictEqual([errors, beyond, dialogs, loads], [[], [], [], []])
        mkdirSync(screenshots, { recursive: true })
        const path = new URL(`front-page-${view.colorScheme}-${view.width}.png`, screenshots).pathname
        yield* Effect.promise(() => page.screenshot({ path, fullPage: true }))
      }),
    30_000
  )
}

const wide = { colorScheme: "light", width: 1200 } as const

it.scopedLive(
  "a row stays the same from look to look, and the oldest fold away",
  (context) =>
    Effect.gen(function* () {
      if (noBrowser !== undefined) context.skip(noBrowser)
      const baseUrl = yield* startGateway()
      const embed = (input: string) => post(baseUrl, "/v1/embeddings", { model: "any", input })
      yield* embed("first")
      const { page } = yield* open(yield* launch, baseUrl, wide)
      const row = page.locator("#requests tbody tr").first()
      yield* Effect.promise(() => row.evaluate((it) => it.setAttribute("data-first", "")))
      for (let i = 0; i < 60; i++) yield* embed(`${i}`)
      const more = page.getByRole("button", { name: "Show all 50" })
      yield* Effect.promise(() => more.waitFor())
      const count = (selector: string) => Effect.promise(() => page.locator(selector).count())
      assert.strictEqual(yield* count("#requests tbody tr:visible"), 20)
      yield* Effect.promise(() => more.click())
      assert.strictEqual(yield* count("#requests tbody tr:visible"), 50)
      assert.strictEqual(yield* count("[data-first]"), 0)

      yield* Effect.promise(() => row.evaluate((it) => it.setAttribute("data-first", "")))
      yield* embed("one more")
      yield* Effect.promise(() => page.waitForSelector("tr:nth-child(2)[data-first]"))
      assert.strictEqual(yield* count("#requests tbody tr:visible"), 50)
    }),
  30_000
)

it.scopedLive(
  "says that the gateway is gone, and goes on when it is back",
  (context) =>
    Effect.gen(function* () {
      if (noBrowser !== undefined) context.skip(noBrowser)
      const browser = yield* launch
      const { baseUrl, page } = yield* Effect.scoped(
        Effect.gen(function* () {
          const baseUrl = yield* startGateway()
          const page = yield* Effect.promise(() => browser.newPage())
          yield* Effect.promise(() => page.goto(baseUrl))
          yield* shows(page, "#state", "live")
          return { baseUrl, page }
        })
      )
      yield* shows(page, "#state", "the gateway does not answer; trying again")
      yield* startGateway(Number(new URL(baseUrl).port))
      yield* shows(page, "#state", "live")
    }),
  30_000
)

it.scopedLive(
  "rests while nobody sees it, and looks at once when somebody does",
  (context) =>
    Effect.gen(function* () {
      if (noBrowser !== undefined) context.skip(noBrowser)
      const baseUrl = yield* startGateway()
      const { page } = yield* open(yield* launch, baseUrl, wide)
      yield* shows(page, "#state", "live")
      const become = (state: string) =>
        Effect.promise(() =>
          page.evaluate((value) => {
            Object.defineProperty(document, "visibilityState", { value, configurable: true })
            document.dispatchEvent(new Event("visibilitychange"))
          }, state)
        )
      yield* become("hidden")
      // One look that was due already may still come.
      yield* Effect.sleep("1500 millis")
      let looks = 0
      page.on("request", () => looks++)
      yield* Effect.sleep("1500 millis")
      assert.strictEqual(looks, 0)
      yield* become("visible")
      yield* Effect.promise(() => page.waitForResponse(/activity/, { timeout: 900 }))
    }),
  30_000
)

it.scopedLive(
  "opens only what is of the web, and says in words what is no picture",
  (context) =>
    Effect.gen(function* () {
      if (noBrowser !== undefined) context.skip(noBrowser)
      const asset = (id: string, type: string, url?: string) => ({ id, type, url, at: 0 })
      const inventory = {
        tasks: Effect.succeed([]),
        orders: Effect.succeed([{ id: "doubt", kind: "image", at: 0, outcome: "unknown" } as const]),
        assets: Effect.succeed([
          asset("script", "image", "javascript:alert(1)"),
          asset("data", "image", "data:text/html,<script>alert(1)</script>"),
          asset("broken", "image", "/assets/none"),
          asset("sound", "audio", "/sound.mp3"),
          asset("nothing", "")
        ])
      }
      const server = yield* serve({}, { ui: true, inventory })
      const opened = yield* open(yield* launch, `http://127.0.0.1:${server.port}/`, wide)
      yield* shows(opened.page, "#assets .picture", "image")
      const card = (name: string) => opened.page.locator(`#assets li:has(.name:text-is("${name}"))`)
      const facts = (name: string) =>
        Effect.promise(async () => ({
          link: await card(name)
            .locator("a")
            .evaluateAll((links) => links.map((it) => `${it.getAttribute("href")} ${it.getAttribute("rel")}`)),
          words: await card(name).locator(".picture").textContent()
        }))
      yield* Effect.promise(() => opened.page.waitForFunction(() => document.querySelector("img") === null))
      const { origin } = new URL(opened.page.url())
      assert.deepStrictEqual(yield* facts("script"), { link: [], words: "image" })
      assert.deepStrictEqual(yield* facts("data"), { link: [], words: "image" })
      assert.deepStrictEqual(yield* facts("broken"), { link: [`${origin}/assets/none noreferrer`], words: "image" })
      assert.deepStrictEqual(yield* facts("sound"), { link: [`${origin}/sound.mp3 noreferrer`], words: "audio" })
      assert.deepStrictEqual(yield* facts("nothing"), { link: [], words: "file" })
      yield* shows(opened.page, "#orders .why", "outcome unknown: it may have been accepted")
    }),
  30_000
)
