import { createServer } from "node:http"
import { HttpRouter, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { operations } from "effect-model-gateway"
import { documentationRoutes, openApi } from "effect-model-gateway/server"
import { launch, noBrowser, open } from "./support/browser.js"

/** The docs page on a free port. */
const serveDocs = Effect.gen(function* () {
  const server = HttpServer.serve(HttpRouter.fromIterable(documentationRoutes(openApi()))).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )
  const built = yield* Layer.build(Layer.orDie(server))
  return yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), built)
})

const views = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 }
] as const

for (const view of views) {
  it.scopedLive(
    `the docs page shows all operations and asks nobody else, ${view.colorScheme}, ${view.width} wide`,
    (context) =>
      Effect.gen(function* () {
        if (noBrowser !== undefined) context.skip(noBrowser)
        const { beyond, errors, page } = yield* open(yield* launch, `${yield* serveDocs}/docs`, view)
        for (const { documentation } of operations) {
          const heading = page.getByRole("heading", { name: documentation?.summary ?? "none", exact: true })
          yield* Effect.promise(() => heading.first().waitFor({ state: "attached" }))
        }
        const dark = yield* Effect.promise(() => page.locator("body.dark-mode").count())
        assert.strictEqual(dark === 1, view.colorScheme === "dark")
        assert.deepStrictEqual([errors, beyond], [[], []])
      }),
    30_000
  )
}
