import { join } from "node:path"
import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Activity, Workflow } from "@effect/workflow"
import { Effect, Layer, Schema } from "effect"
import { Batch } from "effect-model-gateway"
import { DurableEngine, jobOfWorkflow } from "effect-model-gateway/durable"
import { directory } from "../embedded/data/support/directories.js"

const Greeting = Workflow.make({
  name: "greeting",
  payload: { name: Schema.NonEmptyString },
  success: Schema.String,
  error: Schema.Struct({ reason: Schema.String }),
  idempotencyKey: ({ name }) => name
})

it.scopedLive("a workflow of the user's own is carried out for many items, and gives back what is done", () =>
  Effect.gen(function* () {
    let greeted = 0
    const greet = (name: string) =>
      Activity.make({
        name: "greet",
        success: Schema.String,
        error: Schema.Struct({ reason: Schema.String }),
        execute: Effect.suspend(() => {
          greeted += 1
          return name === "Nobody" ? Effect.fail({ reason: "no one is there" }) : Effect.succeed(`Hello, ${name}`)
        })
      })
    const file = join(yield* directory, "runs.sqlite")
    const run = (retry?: "failed") =>
      Batch.run(jobOfWorkflow(Greeting), [{ name: "Ada" }, { name: "Nobody" }, { name: "" }], {
        runId: "monday",
        retry
      }).pipe(
        Effect.provide(
          Layer.provideMerge(
            Greeting.toLayer(({ name }) => greet(name)),
            DurableEngine.sqlite(file)
          )
        ),
        Effect.provide(NodeContext.layer)
      )
    assert.deepInclude(yield* run(), { done: 1, failed: 1, refused: 1, kept: 0, pipeline: "greeting" })
    assert.deepInclude(yield* run(), { done: 1, failed: 1, refused: 1, kept: 2 })
    assert.strictEqual(greeted, 2)
    assert.deepInclude(yield* run("failed"), { done: 1, failed: 1, kept: 1 })
    assert.strictEqual(greeted, 3)
  })
)
