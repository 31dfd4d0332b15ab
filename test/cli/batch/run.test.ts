import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { embedding, linesOf, station, texts } from "./support.js"

const statesOf = (out: string) => linesOf(out).map(({ item, state }) => [item, state])

describe.concurrent("batch run", { timeout: 120_000 }, () => {
  it.scopedLive("sends what is done no more, and what failed only where batch retry is told to", () =>
    Effect.gen(function* () {
      const { answer, batch, bodies } = yield* station
      const items = texts("a", "bad", "c")
      answer((body) => (body.includes("bad") ? 400 : 200))
      const first = yield* batch(["run", ...embedding], items)
      assert.deepStrictEqual(statesOf(first.out), [
        ["a", "done"],
        ["bad", "failed"],
        ["c", "done"]
      ])
      assert.deepStrictEqual(linesOf(first.out)[0].value.data[0].embedding, [1, 2])
      assert.match(first.err, /^model-gateway: bad: createEmbeddings: .*400/m)
      assert.match(first.err, /^model-gateway: 2 done, 1 failed of 3 in \d+\.\d s$/m)
      assert.match(first.err, /^model-gateway: batch retry in place of batch run takes up what failed$/m)
      assert.strictEqual(first.code, 1)
      const second = yield* batch(["run", ...embedding], items)
      assert.deepStrictEqual(statesOf(second.out), statesOf(first.out))
      assert.match(second.err, /^model-gateway: 2 done, 1 failed of 3 in \d+\.\d s \(3 of them before\)$/m)
      assert.notInclude(second.err, "400")
      assert.strictEqual(second.code, 1)
      assert.lengthOf(bodies, 3)
      answer(() => 200)
      const third = yield* batch(["retry", ...embedding], items)
      assert.deepStrictEqual([third.code, bodies.length], [0, 4])
      const fourth = yield* batch(["run", ...embedding, "--quiet"], items)
      assert.deepStrictEqual([fourth.code, fourth.err, bodies.length], [0, "", 4])
    })
  )

  it.scopedLive(
    "--output takes the results, --json what they came to, --report the report, --prices what it cost",
    () =>
      Effect.gen(function* () {
        const { batch, directory } = yield* station
        const prices = join(directory, "prices.json")
        writeFileSync(prices, '{"currency":"EUR","prices":[{"operation":"orderVideo","perRequest":1}]}')
        const [output, report] = [join(directory, "new", "vectors.jsonl"), join(directory, "report")]
        const args = ["--output", output, "--report", report, "--prices", prices, "--json", "--in-order"]
        const { code, err, out } = yield* batch(["run", ...embedding, ...args], `${texts("a", "b")}\n{"input":7}\n`)
        assert.deepStrictEqual(statesOf(readFileSync(output, "utf8")), [
          ["a", "done"],
          ["b", "done"],
          ["line 3", "refused"]
        ])
        const [summary] = linesOf(out)
        assert.deepInclude(summary, { run: "monday", pipeline: "embed", items: 3, done: 2, refused: 1 })
        assert.deepStrictEqual(summary.cost, { currency: "EUR", amount: 0, unknown: ["createEmbeddings (any)"] })
        assert.match(err, /^model-gateway: line 3: .*input must be a string, not a number$/m)
        assert.match(err, /^model-gateway: cost 0\.00 EUR; not in it: createEmbeddings \(any\)$/m)
        assert.sameMembers(readdirSync(report), ["report.html", "report.json"])
        assert.strictEqual(JSON.parse(readFileSync(join(report, "report.json"), "utf8")).items.done, 2)
        assert.strictEqual(code, 1)
      })
  )

  it.scopedLive("an item without the field of --key is refused alone", () =>
    Effect.gen(function* () {
      const { batch } = yield* station
      const items = '{"model":"any","input":"a"}\n{"model":"any"}\n'
      const { err, out } = yield* batch(["run", ...embedding], items)
      assert.deepStrictEqual(statesOf(out), [
        ["a", "done"],
        ["line 2", "refused"]
      ])
      assert.match(err, /line 2: .* has no text or number in input, which --key names$/m)
    })
  )

  it.scopedLive("--stop-after begins no further item, and the same command goes on", () =>
    Effect.gen(function* () {
      const { answer, batch, bodies } = yield* station
      answer((body) => (body.includes("bad") ? 400 : 200))
      const args = ["run", ...embedding, "--stop-after", "1"]
      const { code, err } = yield* batch(args, texts("bad", "b", "c", "d"))
      assert.match(err, /^model-gateway: stopped before the end: an item failed$/m)
      assert.match(err, /^model-gateway: the same command goes on; batch retry /m)
      assert.deepStrictEqual([code, bodies.length], [1, 1])
    })
  )

  it.scopedLive("--max-orders withholds orders, of all passes together, until it is higher", () =>
    Effect.gen(function* () {
      const { batch, bodies } = yield* station
      const orders = ["a", "b", "c"].map((prompt) => JSON.stringify({ model: "any", prompt })).join("\n")
      const run = (most: string) =>
        batch(
          ["run", "--run", "1", "--pipeline", "video", "--key", "prompt", "--input", "-", "--max-orders", most],
          orders
        )
      const first = yield* run("2")
      assert.match(first.err, /the same command goes on under a higher --max-orders$/m)
      assert.deepStrictEqual([first.code, bodies.length], [1, 2])
      assert.strictEqual((yield* run("2")).code, 1)
      assert.lengthOf(bodies, 2)
      const last = yield* run("3")
      assert.match(last.err, /^model-gateway: 3 done of 3 in \d+\.\d s \(2 of them before\)$/m)
      assert.deepStrictEqual([last.code, bodies.length], [0, 3])
    })
  )

  it.scopedLive("--plain keeps nothing; items of mixed say whose they are", () =>
    Effect.gen(function* () {
      const { batch, bodies, store } = yield* station
      const items = '{"id":"v","pipeline":"embed","input":{"model":"any","input":"a"}}'
      for (const times of [1, 2]) {
        const { code, out } = yield* batch(["run", "--run", "1", "--plain", "--input", "-"], items)
        assert.deepStrictEqual(statesOf(out), [["v", "done"]])
        assert.deepStrictEqual([code, bodies.length], [0, times])
      }
      assert.isFalse(existsSync(store))
    })
  )

  it.scopedLive("tells 30 failures, and counts the others; --stop-rate ends it before", () =>
    Effect.gen(function* () {
      const { batch } = yield* station
      const args = ["run", "--run", "1", "--plain", "--parallel", "1", "--input", "-"]
      const items = "{}\n".repeat(40)
      const { err, out } = yield* batch(args, items)
      assert.lengthOf(err.match(/^model-gateway: line \d+: /gm) ?? [], 30)
      assert.match(err, /^model-gateway: further failures are counted, and not told one by one$/m)
      assert.match(err, /^model-gateway: 0 done, 40 refused of 40 in /m)
      assert.lengthOf(linesOf(out), 40)
      const stopped = yield* batch([...args, "--stop-rate", "50"], items)
      assert.match(stopped.err, /^model-gateway: stopped before the end: 20 of 20 items failed$/m)
      assert.isBelow(linesOf(stopped.out).length, 40)
    })
  )
})
