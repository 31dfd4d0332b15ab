import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bundle, run } from "../support/modelGateway.js"
import { embedding, linesOf, monday, station, texts } from "./support.js"

describe.concurrent("a store of batches", { timeout: 120_000 }, () => {
  it.scopedLive("plan tells what is to be done and what it costs, and makes and sends nothing", () =>
    Effect.gen(function* () {
      const { batch, bodies, directory, store } = yield* station
      const prices = join(directory, "prices.json")
      writeFileSync(prices, '{"currency":"EUR","prices":[{"operation":"createEmbeddings","perRequest":0.25}]}')
      const plan = ["batch", "plan", ...monday, "--prices", prices, "--store", store]
      // Without an environment there is neither a gateway nor a key.
      const before = yield* run(plan, {}, texts("a", "b", "b"))
      assert.strictEqual(
        before.out,
        [
          "2  new",
          "1  the same item again",
          "2  of 3 would be carried out",
          "createEmbeddings  any  2 calls  106 bytes",
          "cost at least 0.5 EUR\n"
        ].join("\n")
      )
      assert.deepStrictEqual([before.code, before.err, readdirSync(directory)], [0, "", ["prices.json"]])
      yield* batch(["run", ...embedding], texts("a"))
      const sent = bodies.length
      const after = yield* run([...plan, "--json"], {}, `${texts("a", "b")}\nnope`)
      assert.deepInclude(linesOf(after.out)[0].states, { done: 1, new: 1, refused: 1 })
      assert.match(after.err, /^model-gateway: line 3: .*is not JSON\n$/)
      assert.deepStrictEqual([after.code, bodies.length], [1, sent])
    })
  )

  it.scopedLive("status and report read beside a batch that is running, and a second one is refused", () =>
    Effect.gen(function* () {
      const { answer, asked, batch, directory, starting } = yield* station
      const place: Record<string, number | undefined> = { good: 200, bad: 400 }
      answer((body) => place[JSON.parse(body).input])
      const running = yield* starting(["run", ...embedding])
      running.type(texts("good", "bad", "slow"))
      yield* asked(3)
      const all = yield* batch(["status"])
      assert.match(all.out, /^run +pipeline +done +failed .*\nmonday +embed +1 +1 +0 +1 +\S+Z\n$/)
      const one = yield* batch(["status", "--run", "monday"])
      assert.match(one.out, /\nfailed +bad +createEmbeddings: .*400.*\nunder way +slow +since \S+Z\n$/)
      const [totals, ...items] = linesOf((yield* batch(["status", "--run", "monday", "--json"])).out)
      assert.deepInclude(totals, { run: "monday", pipeline: "embed", done: 1, failed: 1, underWay: 1 })
      assert.deepStrictEqual(
        items.map(({ item, state }) => [item, state]),
        [
          ["bad", "failed"],
          ["slow", "underWay"]
        ]
      )
      const report = join(directory, "report")
      const { out } = yield* batch(["report", "--run", "monday", "--out", report])
      assert.strictEqual(out, `${join(report, "report.html")}\n${join(report, "report.json")}\n`)
      assert.deepInclude(JSON.parse(readFileSync(join(report, "report.json"), "utf8")).items, { total: 3, running: 1 })
      for (const second of ["run", "plan"]) {
        const { code, err } = yield* batch([second, ...monday], texts("good"))
        assert.match(err, /^model-gateway: .* another process works on it; stop that first, or name another file\n$/)
        assert.strictEqual(code, 2)
      }
    })
  )

  it.scopedLive("purge forgets a run, or what is old, and its items are new work then", () =>
    Effect.gen(function* () {
      const { batch, bodies } = yield* station
      yield* batch(["run", ...embedding], texts("a", "b"))
      assert.strictEqual((yield* batch(["purge", "--older-than", "1h"])).out, "0 executions forgotten\n")
      assert.strictEqual((yield* batch(["purge", "--run", "tuesday"])).out, "0 executions forgotten\n")
      assert.strictEqual((yield* batch(["purge", "--run", "monday"])).out, "2 executions forgotten\n")
      yield* batch(["run", ...embedding], texts("a"))
      assert.lengthOf(bodies, 3)
      assert.strictEqual((yield* batch(["purge", "--older-than", "0s"])).out, "1 execution forgotten\n")
    })
  )

  it.scopedLive("a run or a store that is not there is told, and none is made", () =>
    Effect.gen(function* () {
      const { batch, bodies, store } = yield* station
      const missing: ReadonlyArray<ReadonlyArray<string>> = [
        ["purge", "--run", "monday"],
        ["retry", ...embedding]
      ]
      for (const args of missing) {
        const { code, err } = yield* batch(args, texts("a"))
        assert.strictEqual(err, `model-gateway: --store ${store} is not there: no run was kept in it yet\n`)
        assert.strictEqual(code, 2)
      }
      assert.isFalse(existsSync(store))
      yield* batch(["run", ...embedding], texts("a"))
      const misspelt = ["retry", ...embedding.map((word) => (word === "monday" ? "mnoday" : word))]
      for (const args of [misspelt, ["report", "--run", "mnoday", "--out", "x"]]) {
        const { code, err } = yield* batch(args, texts("a"))
        assert.match(err, /^model-gateway: --run mnoday: .* has no such run/)
        assert.strictEqual(code, 2)
      }
      assert.lengthOf(bodies, 1)
    })
  )

  it.scopedLive("where SQLite is not installed that is told, and --plain needs none", () =>
    Effect.gen(function* () {
      const { directory } = yield* station
      const alone = join(directory, "bin.js")
      copyFileSync(bundle, alone)
      copyFileSync(new URL("../../../package.json", import.meta.url), join(directory, "package.json"))
      const items = join(directory, "items.jsonl")
      writeFileSync(items, texts("a"))
      const args = ["batch", "run", "--embedded", "--run", "1", "--pipeline", "embed", "--input", items]
      const kept = spawnSync(process.execPath, [alone, ...args], { cwd: directory, encoding: "utf8" })
      assert.strictEqual(
        kept.stderr,
        "model-gateway: --store needs SQLite, which is not installed: npm install libsql@^0.5.29\n"
      )
      assert.strictEqual(kept.status, 2)
      const plain = spawnSync(process.execPath, [alone, ...args, "--plain"], { cwd: directory, encoding: "utf8" })
      assert.strictEqual(linesOf(plain.stdout)[0]?.state, "done")
      assert.strictEqual(plain.status, 0)
    })
  )
})
