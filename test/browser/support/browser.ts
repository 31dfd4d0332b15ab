import { existsSync } from "node:fs"
import type { Scope } from "effect"
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { chromium } from "playwright-core"

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium"

/** Why no browser can be tested here; undefined where one can. In CI a browser is never missing: the test then fails. */
export const noBrowser: string | undefined =
  existsSync(executablePath) || process.env.CI === "true"
    ? undefined
    : `no browser at ${executablePath}; CHROMIUM names another`

/** Starts a browser without a window, which speaks to nobody of its own accord. It is closed with the scope. */
export const launch: Effect.Effect<Browser, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() =>
    chromium.launch({
      executablePath,
      headless: true,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync"
      ]
    })
  ),
  (browser) => Effect.promise(() => browser.close())
)

/** How a page is looked at. */
export interface View {
  readonly colorScheme: "dark" | "light"
  /** Unit: CSS pixels. */
  readonly width: number
}

/** An open page, and what it did that it should not. */
export interface Opened {
  readonly page: Page
  /** Errors on the console, uncaught ones among them. */
  readonly errors: ReadonlyArray<string>
  /** URLs beyond the page's own origin that were asked for. */
  readonly beyond: ReadonlyArray<string>
}

/** Opens a page and waits until it has loaded. It is closed with the scope. */
export const open = (
  browser: Browser,
  url: string,
  { colorScheme, width }: View
): Effect.Effect<Opened, never, Scope.Scope> =>
  Effect.gen(function* () {
    const viewport = { width, height: 900 }
    const page = yield* Effect.acquireRelease(
      Effect.promise(() => browser.newPage({ colorScheme, viewport })),
      (opened) => Effect.promise(() => opened.close())
    )
    const errors: Array<string> = []
    const beyond: Array<string> = []
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text())
    })
    page.on("request", (request) => {
      const asked = new URL(request.url())
      if (asked.protocol !== "data:" && asked.origin !== new URL(url).origin) beyond.push(asked.href)
    })
    yield* Effect.promise(() => page.goto(url))
    return { page, errors, beyond }
  })
