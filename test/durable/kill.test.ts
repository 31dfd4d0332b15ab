import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Errand } from "./support/errand.js"
import { errands, orderOf } from "./support/errands.js"
import { work } from "./support/workers.js"

/** Runs a pipeline whole; then, for each event of a step, killed at it, and again. */
const killedAtEach = (pipeline: Errand["pipeline"]) =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands()
    const whole = yield* work(of("whole")[pipeline])
    const events = whole.events.filter((event) => !event.startsWith("waiting"))
    const cases = yield* Effect.forEach(
      events,
      (event, n) =>
        Effect.gen(function* () {
          const name = `case-${n}`
          const errand = of(name)[pipeline]
          const killed = event.replaceAll("whole", name)
          const first = yield* work({ ...errand, killAt: { event: killed, after: 0, signal: "SIGKILL" } })
          const second = yield* work(errand)
          const orders = yield* gateway.ordersOf(name)
          return { killed, name, first, second, orders, submissions: yield* gateway.submissionsOf(name) }
        }),
      { concurrency: 2 }
    )
    for (const { first, killed, second } of cases) {
      assert.strictEqual(first.signal, "SIGKILL", killed)
      assert.strictEqual(first.events.at(-1), killed)
      assert.deepInclude(second, { code: 0, err: "" }, killed)
    }
    return { whole, cases }
  })

/** What steps a process told in a state, by path. */
const paths = (state: string, events: ReadonlyArray<string>): ReadonlyArray<string> =>
  events.flatMap((event) => (event.startsWith(`${state} `) ? [event.slice(state.length + 1)] : []))

/** The steps that had ended, and were kept, when a process was killed at its last event. */
const keptOf = (events: ReadonlyArray<string>): ReadonlyArray<string> => paths("done", events.slice(0, -1))

describe.concurrent("a process killed at each event of each step, and the next one", () => {
  it.scopedLive(
    "searchRecordings",
    () =>
      Effect.gen(function* () {
        const { cases, whole } = yield* killedAtEach("searchRecordings")
        assert.strictEqual(cases.length, 12, "started and done of six steps")
        for (const { first, killed, name, second, submissions } of cases) {
          assert.deepStrictEqual(paths("replayed", second.events), keptOf(first.events), killed)
          assert.strictEqual(paths("done", second.events).length, 6 - keptOf(first.events).length, killed)
          assert.deepStrictEqual(submissions, [1], `submitted once, also when ${killed}`)
          const { failures, hits, transcripts, usage } = second.success
          const expected = JSON.parse(JSON.stringify(whole.success).replaceAll("whole", name))
          assert.deepStrictEqual([failures, hits, usage], [[], expected.hits, expected.usage], killed)
          assert.strictEqual(transcripts[0].text, expected.transcripts[0].text)
        }
      }),
    120_000
  )

  it.scopedLive(
    "generateImageAssets",
    () =>
      Effect.gen(function* () {
        const { cases } = yield* killedAtEach("generateImageAssets")
        assert.strictEqual(cases.length, 6, "started and done of three steps")
        for (const { first, killed, name, orders, second } of cases) {
          const atOrder = killed.endsWith(orderOf(name))
          const { failures, images } = second.success
          assert.strictEqual(images.length, atOrder ? 0 : 1, killed)
          assert.deepStrictEqual(
            failures.map(({ error, item }: typeof failures) => [item, error._tag, error.safety]),
            atOrder ? [[name, "GatewayOutcomeUnknown", "Order"]] : [],
            killed
          )
          assert.strictEqual(orders, killed === `started ${orderOf(name)}` ? 0 : 1, killed)
          assert.deepStrictEqual(paths("replayed", second.events), keptOf(first.events), killed)
          assert.deepStrictEqual(paths("failed", second.events), atOrder ? [orderOf(name)] : [], killed)
        }
      }),
    120_000
  )
})
