import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { reportOf, writeReport } from "effect-model-gateway"
import type { Page } from "playwright-core"
import { runRecords } from "../pipelines/support/runRecords.js"
import { launch, noBrowser, open } from "./support/browser.js"

const screenshots = new URL("../../out/screenshots/", import.meta.url)

const shapes = [
  { items: 10, open: 2, concurrency: 3 },
  { items: 1000 },
  { items: 20_000, concurrency: 200, open: 40, stopped: "10 % of the last 400 items failed" }
] as const

const views = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 }
] as const

/** Texts whose contrast with what lies behind them is below 4.5, which is AA of WCAG 2.2. */
const faint = (page: Page) =>
  Effect.promise(() =>
    page.evaluate(() => {
      const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
      const luminance = (colour: string) =>
        channels(colour)
          .slice(0, 3)
          .map((it) => it / 255)
          .map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4))
          .reduce((sum, it, index) => sum + it * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)
      const groundOf = (element: Element | null): string => {
        if (element === null) return "rgb(255, 255, 255)"
        const { backgroundColor } = getComputedStyle(element)
        return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor
      }
      const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
      return [...document.body.querySelectorAll("*")].flatMap((element) => {
        const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== "")
        if (!hasText || ["title", "desc"].includes(element.tagName)) return []
        const { color, fill } = getComputedStyle(element)
        const ink = element instanceof SVGElement ? fill : color
        const found = contrast(luminance(ink), luminance(groundOf(element)))
        return found < 4.5 ? [`${element.outerHTML.slice(0, 100)}: ${found.toFixed(2)}`] : []
      })
    })
  )

for (const { items, ...shape } of shapes) {
  it.scopedLive(
    `the report of ${items} items is read light and dark, wide and narrow, and asks for nothing`,
    (context) =>
      Effect.gen(function* () {
        if (noBrowser !== undefined) context.skip(noBrowser)
        const directory = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "report-"))),
          (path) => Effect.sync(() => rmSync(path, { recursive: true }))
        )
        const about = {
          run: "nightly-2026-11-20",
          pipeline: "searchRecordings",
          stopped: "stopped" in shape ? shape.stopped : undefined,
          cost: { currency: "USD", amount: items * 0.0064, unknown: ["writer-large"] }
        }
        const { html } = yield* reportOf(Stream.fromIterable(runRecords({ items, ...shape })), about).pipe(
          Effect.flatMap((report) => writeReport(directory, report)),
          Effect.provide(NodeContext.layer)
        )
        const browser = yield* launch
        mkdirSync(screenshots, { recursive: true })
        for (const view of views) {
          const { beyond, errors, page } = yield* open(browser, pathToFileURL(html).href, view)
          const seen = yield* Effect.promise(() =>
            page.evaluate(() => ({
              overflow: document.documentElement.scrollWidth - window.innerWidth,
              asked: performance.getEntriesByType("resource").map(({ name }) => name),
              scripts: document.scripts.length,
              ground: getComputedStyle(document.body).backgroundColor,
              /** Bars and bands that are drawn and have a size. */
              drawn: [...document.querySelectorAll("path[class^=k]")].filter(
                (it) => it.getBoundingClientRect().width > 0
              ).length,
              pictures: document.querySelectorAll("svg[role=img]").length,
              named: [...document.querySelectorAll("svg[role=img]")].filter(
                (it) => it.querySelector("title")?.textContent
              ).length
            }))
          )
          assert.deepStrictEqual([errors, beyond, seen.asked, seen.scripts], [[], [], [], 0])
          assert.isAtMost(seen.overflow, 0)
          assert.strictEqual(seen.ground === "rgb(15, 18, 22)", view.colorScheme === "dark")
          assert.strictEqual(seen.pictures, items === 10 ? 10 : items === 1000 ? 2 + 20 + 15 : 2 + 20 + 20)
          assert.strictEqual(seen.named, seen.pictures)
          assert.isAbove(seen.drawn, 30)
          assert.deepStrictEqual(yield* faint(page), [])
          const path = new URL(`report-${items}-${view.colorScheme}-${view.width}.png`, screenshots).pathname
          yield* Effect.promise(() => page.screenshot({ path, fullPage: true }))
        }
      }),
    60_000
  )
}
