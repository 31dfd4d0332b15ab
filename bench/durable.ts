import { mkdtempSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Schema } from "effect"
import { step } from "effect-model-gateway"
import { DurableEngine, durable } from "effect-model-gateway/durable"

/**
 * Carries 2,000 executions out, 32 at a time, in a new file; says the heap in use after 500 and after all, which is to be the same.
 *
 * npm run bench:durable
 */
const file = join(mkdtempSync(join(tmpdir(), "bench-")), "runs.sqlite")

const pages = durable({
  name: "pages",
  input: Schema.Struct({ page: Schema.Int }),
  success: Schema.String,
  error: Schema.Never,
  run: ({ page }) => Effect.succeed(`page ${page} `.repeat(200)).pipe(step("read", { success: Schema.String }))
})

/** What has ended leaves the memory within seven seconds: two of rest, found every five. */
const heap = Effect.sync(() => {
  globalThis.gc?.()
  writeSync(1, `${process.memoryUsage().heapUsed}\n`)
}).pipe(Effect.delay("8 seconds"))

const through = (from: number, to: number) =>
  Effect.forEach(
    Array.from({ length: to - from }, (_, n) => from + n),
    (page) => pages.execute({ page }),
    { concurrency: 32, discard: true }
  )

Effect.all([through(0, 500), heap, through(500, 2_000), heap]).pipe(
  Effect.provide(Layer.provideMerge(pages.layer, DurableEngine.sqlite(file))),
  Effect.runFork
)
