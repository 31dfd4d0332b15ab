import { appendFileSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { errands, orderOf, submissionOf } from "./support/errands.js"
import { work } from "./support/workers.js"

it.scopedLive("an order that was on its way when its process was killed ends as unknown, and is not sent again", () =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands([
      { operation: "generateChatImage", at: [1], fault: { kind: "hang", accepts: true } }
    ])
    const errand = of("a fox").generateImageAssets
    const killAt = { event: `started ${orderOf("a fox")}`, after: 700, signal: "SIGKILL" } as const
    assert.propertyVal(yield* work({ ...errand, killAt }), "signal", "SIGKILL")
    assert.strictEqual(yield* gateway.ordersOf("a fox"), 1)
    for (const again of [1, 2]) {
      const { success } = yield* work(errand)
      assert.deepStrictEqual(success.images, [], `${again}`)
      assert.strictEqual(success.failures[0].error._tag, "GatewayOutcomeUnknown")
      assert.strictEqual(yield* gateway.ordersOf("a fox"), 1)
    }
  })
)

it.scopedLive("an order that was on its way is sent again where its user says so, and may be paid for twice", () =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands([
      { operation: "generateChatImage", at: [1], fault: { kind: "hang", accepts: true } }
    ])
    const errand = { ...of("a fox").generateImageAssets, ordersFoundOpen: "send" } as const
    const killAt = { event: `started ${orderOf("a fox")}`, after: 700, signal: "SIGKILL" } as const
    yield* work({ ...errand, killAt })
    const { success } = yield* work(errand)
    assert.strictEqual(success.images.length, 1)
    assert.strictEqual(yield* gateway.ordersOf("a fox"), 2)
  })
)

it.scopedLive.each(["missing", "changed"] as const)(
  "a file that is %s when a run goes on is a failure by name",
  (reason) =>
    Effect.gen(function* () {
      const { gateway, of } = yield* errands()
      const errand = of("a fox").generateImageAssets
      const killAt = { event: "started generateImageAssets/list assets", after: 0, signal: "SIGKILL" } as const
      yield* work({ ...errand, killAt })
      const [name = ""] = readdirSync(errand.input.directory)
      const path = join(errand.input.directory, name)
      if (reason === "missing") rmSync(path)
      else appendFileSync(path, "x")
      const { success } = yield* work(errand)
      assert.deepStrictEqual(success.images, [])
      assert.deepInclude(success.failures[0], { item: "a fox", error: { _tag: "SavedFileLost", path, reason } })
      assert.strictEqual(yield* gateway.ordersOf("a fox"), 1)
    })
)

it.scopedLive("an order that waited, as the gateway had asked, was not sent, and so is sent by the next process", () =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands([
      { operation: "generateChatImage", at: [1], fault: { kind: "status", status: 429, retryAfter: 30 } }
    ])
    const errand = of("a fox").generateImageAssets
    const killAt = { event: `started ${orderOf("a fox")}`, after: 700, signal: "SIGKILL" } as const
    assert.propertyVal(yield* work({ ...errand, killAt }), "signal", "SIGKILL")
    const { success } = yield* work(errand)
    assert.strictEqual(success.images.length, 1)
    assert.deepStrictEqual(success.failures, [])
    assert.strictEqual(yield* gateway.ordersOf("a fox"), 1)
  })
)

it.scopedLive("a submission that was on its way is asked for, and not sent again where the gateway has it", () =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands([
      { operation: "submitTranscription", at: [1], fault: { kind: "hang", accepts: true } }
    ])
    const errand = of("standup").searchRecordings
    const killAt = { event: `started ${submissionOf("standup")}`, after: 700, signal: "SIGKILL" } as const
    assert.propertyVal(yield* work({ ...errand, killAt }), "signal", "SIGKILL")
    const { success } = yield* work(errand)
    assert.deepStrictEqual(success.failures, [])
    assert.strictEqual(success.transcripts.length, 1)
    assert.deepStrictEqual(yield* gateway.submissionsOf("standup"), [1])
  })
)

it.scopedLive("a submission that the gateway does not have is sent again", () =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands([{ operation: "submitTranscription", at: [1], fault: { kind: "hang" } }])
    const errand = of("standup").searchRecordings
    const killAt = { event: `started ${submissionOf("standup")}`, after: 700, signal: "SIGKILL" } as const
    assert.propertyVal(yield* work({ ...errand, killAt }), "signal", "SIGKILL")
    const { success } = yield* work(errand)
    assert.deepStrictEqual(success.failures, [])
    assert.deepStrictEqual(yield* gateway.submissionsOf("standup"), [2], "of which the first was not accepted")
  })
)
