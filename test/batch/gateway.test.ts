import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schema, Stream } from "effect"
import { Batch, Pipelines, PriceTable } from "effect-model-gateway"
import { DurableEngine, durable } from "effect-model-gateway/durable"
import { directory } from "../embedded/data/support/directories.js"
import { served, servedWith, videos } from "./support/served.js"

const prices = Schema.decodeSync(PriceTable)({
  currency: "USD",
  prices: [
    { operation: "orderVideo", perRequest: 0.5 },
    { operation: "createEmbeddings", perMillionInputTokens: 2 }
  ]
})

it.scopedLive("adds up what calls used and cost, by operation", () =>
  Effect.gen(function* () {
    const { services } = yield* served
    const items = [
      ...videos(2).map((input) => ({ pipeline: "video" as const, input })),
      { pipeline: "embed" as const, input: { model: "any", input: "one two three" } },
      { pipeline: "rerank" as const, input: { model: "any", query: "sea", documents: ["the sea"] } }
    ]
    const summary = yield* Batch.run(Pipelines.mixed, items, { runId: "monday", prices }).pipe(Effect.provide(services))
    assert.deepStrictEqual(summary.calls.map(({ calls, failed, operation }) => [operation, calls, failed]).sort(), [
      ["createEmbeddings", 1, 0],
      ["orderVideo", 2, 0],
      ["rerankDocuments", 1, 0]
    ])
    const tokens = summary.usage.inputTokens
    assert.isAbove(tokens, 0)
    assert.deepStrictEqual(summary.cost, {
      currency: "USD",
      amount: 1 + (2 * tokens) / 1_000_000,
      unknown: ["rerankDocuments (any)"]
    })
  })
)

it.scopedLive.each(["kept", "plain"] as const)("no order goes out beyond the cap: %s", (how) =>
  Effect.gen(function* () {
    const { journal, services } = yield* served
    const file = join(yield* directory, "runs.sqlite")
    const run = (orders: number) => {
      const options = { runId: "monday", stopWhen: { orders }, concurrency: 3 }
      if (how === "plain") return Batch.run(Pipelines.video, videos(8), options).pipe(Effect.provide(services))
      const kept = durable(Pipelines.video)
      return Batch.run(kept, videos(8), options).pipe(
        Effect.provide(Layer.provideMerge(kept.layer, DurableEngine.sqlite(file))),
        Effect.provide(services)
      )
    }
    const first = yield* run(4)
    assert.deepInclude(first, { done: 4, failed: 0, stopped: "the cap of 4 orders is reached" })
    assert.isAtLeast(first.withheld, 1)
    assert.strictEqual((yield* journal).orders.length, 4)
    if (how === "plain") return
    const second = yield* run(6)
    assert.deepInclude(second, { done: 6, kept: 4 }, "what was withheld goes on by itself, under the new cap")
    assert.strictEqual((yield* journal).orders.length, 6)
    const third = yield* run(20)
    assert.deepInclude(third, { items: 8, done: 8, withheld: 0, stopped: undefined })
    assert.strictEqual((yield* journal).orders.length, 8)
    assert.deepStrictEqual(
      third.calls.map(({ calls, failed, operation }) => [operation, calls - failed]),
      [["orderVideo", 8]],
      "what earlier passes spent is counted"
    )
  })
)

it.scopedLive("a plan says what a run would send, and sends nothing", () =>
  Effect.gen(function* () {
    const { journal, services } = yield* served
    const kept = durable(Pipelines.mixed)
    const file = join(yield* directory, "runs.sqlite")
    const within = Effect.provide(
      Layer.merge(services, Layer.provideMerge(Layer.provide(kept.layer, services), DurableEngine.sqlite(file)))
    )
    const items = videos(3).map((input) => ({ pipeline: "video" as const, input }))
    yield* within(Batch.run(kept, items.slice(0, 1), { runId: "monday" }))
    const before = yield* journal
    const lines = [
      ...items,
      items[2],
      { pipeline: "embed", input: { model: "any", input: "text" } },
      { pipeline: "embed", input: { model: "any" } }
    ]
    const text = lines.map((line) => JSON.stringify(line)).join("\n")
    const { calls, cost, failures, ...plan } = yield* within(
      Batch.plan(kept, Batch.jsonLines(Stream.make(text)), { runId: "monday", prices })
    )
    assert.deepInclude(plan, { run: "monday", pipeline: "mixed", items: 6, work: 3, untold: 0 })
    assert.deepInclude(plan.states, { new: 3, done: 1, repeated: 1, refused: 1 })
    assert.deepStrictEqual(
      calls.map(({ atLeast, bytes, calls, operation }) => [operation, calls, atLeast, bytes > 40 * calls]),
      [
        ["orderVideo", 2, false, true],
        ["createEmbeddings", 1, false, true]
      ]
    )
    assert.deepStrictEqual(cost, { currency: "USD", amount: 1, unknown: ["the tokens of createEmbeddings (any)"] })
    assert.match(failures[0]?.message ?? "", /^line 6: .*input\.input is missing/)
    assert.deepStrictEqual((yield* journal).requests, before.requests)
    const after = yield* within(Batch.run(kept, items, { runId: "monday" }))
    assert.deepInclude(after, { done: 3, kept: 1 })
  })
)

it.scopedLive("what an input that was changed since was paid for is counted with its item", () =>
  Effect.gen(function* () {
    const { journal, services } = yield* served
    const kept = durable(Pipelines.video)
    const file = join(yield* directory, "runs.sqlite")
    const report = join(yield* directory, "report")
    const run = (prompt: string) =>
      Batch.run(kept, [{ model: "film", prompt }], { runId: "monday", key: () => "first", prices, report }).pipe(
        Effect.provide(Layer.provideMerge(kept.layer, DurableEngine.sqlite(file))),
        Effect.provide(services)
      )
    assert.deepInclude(yield* run("A harbour"), { done: 1, changed: 0 })
    const { changed, cost } = yield* run("A lighthouse")
    assert.deepStrictEqual([changed, cost?.amount], [1, 1])
    const written = JSON.parse(readFileSync(join(report, "report.json"), "utf8"))
    assert.deepStrictEqual([written.cost.amount, written.calls.total.calls, written.items.total], [1, 2, 1])
    assert.strictEqual((yield* journal).orders.length, 2)
  })
)

it.scopedLive(
  "an order that is known to have failed after it was accepted is told so again, and is not sent again",
  () =>
    Effect.gen(function* () {
      const { journal, services } = yield* servedWith([
        { operation: "generateChatImage", fault: { kind: "emptyImage" } }
      ])
      const kept = durable(Pipelines.image)
      const place = yield* directory
      const item = { prompt: "A fox", style: "chat", model: "any", directory: join(place, "images") } as const
      const run = (retry?: "failed") =>
        Batch.run(kept, [item], { runId: "monday", retry, prices }).pipe(
          Effect.provide(Layer.provideMerge(kept.layer, DurableEngine.sqlite(join(place, "runs.sqlite")))),
          Effect.provide(services)
        )
      const { failures: first } = yield* run()
      const { failures: again } = yield* run("failed")
      assert.strictEqual(first[0]?.tag, "ImageNotReturned")
      assert.deepStrictEqual(again, first)
      assert.strictEqual((yield* journal).orders.length, 1)
    })
)
