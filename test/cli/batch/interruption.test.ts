import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { embedding, linesOf, monday, station, texts } from "./support.js"

/** A batch whose first item is done, and whose second is not answered. */
const amid = Effect.gen(function* () {
  const of = yield* station
  of.answer((body) => (body.includes('"b"') ? undefined : 200))
  const running = yield* of.starting(["run", ...embedding, "--quiet"])
  running.type(texts("a", "b", "c"))
  yield* of.asked(2)
  return { ...of, running }
})

describe.concurrent("a batch that is stopped", { timeout: 120_000 }, () => {
  it.scopedLive("by Ctrl-C says how to go on, within seconds, and the same command does", () =>
    Effect.gen(function* () {
      const { answer, batch, bodies, running } = yield* amid
      running.kill("SIGINT")
      const { code, err, out } = yield* Effect.timeout(running.ended, "10 seconds")
      assert.deepStrictEqual(err.trimEnd().split("\n"), [
        "model-gateway: ending what is under way; Ctrl-C again stops at once",
        "model-gateway: interrupted: 1 done, 0 failed, and what has ended since, which batch status tells; the same command goes on"
      ])
      assert.deepStrictEqual(
        linesOf(out).map(({ item }) => item),
        ["a"]
      )
      assert.deepStrictEqual([code, bodies.length], [130, 2])
      answer(() => 200)
      // A plan opens the store too, and carries nothing of it out.
      const planned = yield* batch(["plan", ...monday], texts("a", "b", "c"))
      assert.match(
        planned.out,
        /^1 {2}new\n1 {2}under way since an earlier pass\n1 {2}done\n2 {2}of 3 would be carried out\n/
      )
      assert.deepStrictEqual([planned.err, bodies.length], ["", 2])
      const again = yield* batch(["run", ...embedding], texts("a", "b", "c"))
      // What was under way goes on with the store, and may be there before its turn.
      assert.match(again.err, /^model-gateway: 3 done of 3 in \d+\.\d s \([12] of them before\)$/m)
      assert.strictEqual(again.code, 0)
      assert.lengthOf(
        bodies.filter((body) => body.includes('"a"')),
        1
      )
    })
  )

  it.scopedLive("by Ctrl-C amid an order says that it is not sent again, and it is not", () =>
    Effect.gen(function* () {
      const { answer, asked, batch, bodies, directory, starting } = yield* station
      const output = join(directory, "replies.jsonl")
      const args = ["run", "--run", "1", "--pipeline", "video", "--input", "-", "--output", output]
      answer(() => undefined)
      const running = yield* starting(args)
      running.type('{"model":"any","prompt":"a ship"}')
      yield* asked(1)
      running.kill("SIGTERM")
      const { code, err } = yield* running.ended
      assert.match(err, /^model-gateway: orderVideo: /m)
      assert.match(
        err,
        /interrupted: 0 done, 0 failed, .*; the same command goes on; .*; an order .* is not sent again$/m
      )
      assert.include(err, `results so far are in ${output}.part`)
      assert.isFalse(existsSync(output))
      assert.strictEqual(code, 130)
      answer(() => 200)
      const again = yield* batch(args, '{"model":"any","prompt":"a ship"}')
      assert.strictEqual(linesOf(readFileSync(output, "utf8"))[0].failure.tag, "GatewayOutcomeUnknown")
      assert.deepStrictEqual([again.code, bodies.length], [1, 1])
    })
  )

  it.scopedLive("by two of them stops at once", () =>
    Effect.gen(function* () {
      const { running } = yield* amid
      running.kill("SIGINT")
      yield* running.says(/Ctrl-C again stops at once/)
      running.kill("SIGINT")
      const { code, err } = yield* running.ended
      assert.notInclude(err, "interrupted")
      assert.strictEqual(code, 130)
    })
  )

  it.scopedLive("by its reader begins no further item, and says how to go on", () =>
    Effect.gen(function* () {
      const { asked, batch, bodies, starting } = yield* station
      const running = yield* starting(["run", ...embedding])
      running.write(`${texts("a")}\n`)
      yield* asked(1)
      running.closeOutput()
      const many = Array.from({ length: 50 }, (_, n) => `text ${n}`)
      running.type(texts(...many))
      const { code, err } = yield* running.ended
      assert.match(
        err,
        /^model-gateway: nobody reads the results any more: \d+ done, 0 failed; the same command goes on$/m
      )
      assert.isBelow(bodies.length, 10)
      assert.strictEqual(code, 1)
      const again = yield* batch(["run", ...embedding], texts("a", ...many))
      assert.match(again.err, /^model-gateway: 51 done of 51 /m)
      assert.lengthOf(bodies, 51)
    })
  )
})
