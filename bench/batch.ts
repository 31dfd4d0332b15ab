/**
 * Carries 100,000 items out by the engines in this process, and says what memory it holds after each 10,000. They come from a
 * stream, so that they are not held; with --kept each is an execution in a new SQLite file, with --items there are fewer.
 *
 * npm run bench:batch
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, Stream } from "effect"
import { Batch, Pipelines } from "effect-model-gateway"
import { DurableEngine, durable } from "effect-model-gateway/durable"
import { Engines } from "effect-model-gateway/engines"

const { values } = parseArgs({ options: { items: { type: "string" }, kept: { type: "boolean" } } })
const total = Number(values.items ?? 100_000)
const every = total / 10

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "bench-"))),
  (place) => Effect.sync(() => rmSync(place, { recursive: true }))
)

/** Texts and questions, mixed. */
const items = Stream.map(Stream.range(1, total), (n) =>
  n % 2 === 0
    ? { pipeline: "embed" as const, input: { model: "any", input: `Text ${n} of a long night.` } }
    : { pipeline: "rerank" as const, input: { model: "any", query: `night ${n}`, documents: ["a day", `night ${n}`] } }
)

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`

/** What the process holds; the heap once all that can be freed is. */
const memory = (ended: number) =>
  Effect.suspend(() => {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    return Console.log(`${ended} items: resident ${mebibytes(rss)}, heap ${mebibytes(heapUsed)}`)
  })

const program = Effect.gen(function* () {
  const place = yield* directory
  const kept = durable(Pipelines.mixed)
  let ended = 0
  const options = {
    runId: "night",
    concurrency: 32,
    output: join(place, "results.jsonl"),
    report: join(place, "report"),
    onResult: () => (++ended % every === 0 ? memory(ended) : Effect.void)
  }
  const batch = values.kept
    ? Batch.run(kept, items, options).pipe(
        Effect.provide(Layer.provideMerge(kept.layer, DurableEngine.sqlite(join(place, "runs.sqlite"))))
      )
    : Batch.run(Pipelines.mixed, items, options)
  const { done, endedAt, startedAt } = yield* batch
  yield* Console.log(`${done} of ${total} done in ${((endedAt - startedAt) / 1_000).toFixed(1)} s`)
})

program.pipe(
  Effect.scoped,
  Effect.provide(Engines.layer()),
  Effect.provide([NodeContext.layer, NodeHttpClient.layerUndici]),
  NodeRuntime.runMain
)
