import { access } from "node:fs/promises"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema } from "effect"
import { Batch, generateImageAssets, OrderCap, StepFailed } from "effect-model-gateway"
import { DurableEngine, generateImageAssets as kept } from "effect-model-gateway/durable"
import { directory } from "../embedded/data/support/directories.js"
import { served } from "./support/served.js"

/** Work on three prompts, one after the other. */
const work = (name: string, folder: string) => ({
  prompts: [`${name} fox`, `${name} cat`, `${name} dog`],
  style: "chat" as const,
  model: "painter",
  directory: folder,
  groupId: "generated-images",
  concurrency: 1
})

const exists = (paths: ReadonlyArray<string>) => Effect.promise(() => Promise.all(paths.map((path) => access(path))))

it.scopedLive(
  "an image that a cap held back is ordered in the next pass, and what was saved is not ordered again",
  () =>
    Effect.gen(function* () {
      const { journal, services } = yield* served
      const folder = yield* directory
      const items = [work("red", join(folder, "out")), work("grey", join(folder, "out"))]
      const engine = Layer.provideMerge(kept.layer, DurableEngine.sqlite(join(folder, "runs.sqlite")))
      const pass = (orders: number) => {
        const ended: Array<Batch.ItemResult<unknown, unknown>> = []
        const onResult = (result: Batch.ItemResult<unknown, unknown>) => Effect.sync(() => void ended.push(result))
        return Batch.run(kept, items, { runId: "monday", concurrency: 1, stopWhen: { orders }, onResult }).pipe(
          Effect.map((summary) => ({ ...summary, ended })),
          Effect.provide(engine),
          Effect.provide(services)
        )
      }
      const first = yield* pass(2)
      assert.deepInclude(first, { done: 0, withheld: 1, failed: 0 })
      assert.deepInclude(first.failures[0], { tag: "GatewayOrderWithheld", step: "order" })
      assert.match(
        first.failures[0]?.message ?? "",
        /for red dog failed: .*; files of others, which were saved and stay: 2$/
      )
      const { orders } = yield* journal
      assert.lengthOf(orders, 2)
      const second = yield* pass(20)
      assert.deepInclude(second, { done: 2, withheld: 0 })
      assert.lengthOf((yield* journal).orders, 6)
      for (const result of second.ended) {
        if (result.state !== "done") return assert.fail(result.state)
        const { failures, images } = Schema.decodeUnknownSync(Done)(result.value)
        assert.deepStrictEqual([images.length, failures], [3, []])
        yield* exists(images.map(({ path }) => path))
      }
    })
)

const Done = Schema.Struct({
  images: Schema.Array(Schema.Struct({ path: Schema.String })),
  failures: Schema.Array(Schema.Unknown)
})

it.scopedLive("of work that is not kept the failure names the files that stay", () =>
  Effect.gen(function* () {
    const { journal, services } = yield* served
    const folder = yield* directory
    const capped = Effect.provideServiceEffect(OrderCap, OrderCap.make(2))
    const error = yield* Effect.flip(Effect.provide(capped(generateImageAssets(work("red", folder))), services))
    if (!(error instanceof StepFailed)) return assert.fail(error._tag)
    assert.deepInclude({ ...error }, { step: "order", item: "red dog", attempts: 0 })
    assert.strictEqual(error.error._tag, "GatewayOrderWithheld")
    assert.deepStrictEqual(error.others?.failures, [])
    assert.lengthOf(error.others?.files ?? [], 2)
    yield* exists(error.others?.files ?? [])
    assert.lengthOf((yield* journal).orders, 2)
    assert.isTrue(Option.isSome(Schema.encodeOption(StepFailed)(error)), "it can be kept")
  })
)
