import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, Stream } from "effect"
import type { CallSum, ItemRecord, StepRecord } from "effect-model-gateway"
import { RunReport, reportOf } from "effect-model-gateway"
import { began, seeded } from "./support/runRecords.js"

const about = { run: "nightly", pipeline: "pipeline" }

/** The report as it stands in `report.json`. */
const reported = (records: Iterable<ItemRecord>) =>
  Effect.map(reportOf(Stream.fromIterable(records), about), (report) =>
    JSON.parse(JSON.stringify(Schema.encodeSync(RunReport)(report)))
  ) as Effect.Effect<typeof RunReport.Encoded>

/** An item by times since the run began; its steps by name, start and end. */
const item = (
  name: string,
  [start, end]: readonly [number, number?],
  steps: ReadonlyArray<readonly [string, number, number?]> = [],
  more: Partial<ItemRecord> = {}
): ItemRecord => ({
  item: name,
  state: end === undefined ? "running" : "done",
  startedAt: began + start,
  endedAt: end === undefined ? undefined : began + end,
  steps: steps.map(
    ([step, from, to]): StepRecord => ({
      step,
      state: to === undefined ? "running" : "done",
      startedAt: began + from,
      endedAt: to === undefined ? undefined : began + to
    })
  ),
  calls: [],
  ...more
})

const calls = (operation: string, model: string | undefined, some: Partial<CallSum>): CallSum => ({
  operation,
  model,
  safety: "Read",
  calls: 1,
  attempts: 1,
  failed: 0,
  unknown: 0,
  usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
  took: 10,
  backoff: 0,
  cooldown: 0,
  ...some
})

const failing = (tag: string, at: number, more: Partial<ItemRecord["failure"]> = {}): ItemRecord =>
  item(`${tag}-${at}`, [0, at], [], { state: "failed", failure: { tag, message: `no ${at}`, ...more } })

describe("the report of a run", () => {
  it.effect("counts items by state, from the first start to the last end", () =>
    Effect.gen(function* () {
      const { from, items, took, to } = yield* reported([
        item("late", [2000, 30_000]),
        item("first", [0, 6000]),
        item("open", [5000], [["a", 5000, 40_000]]),
        item("waits", [9000], [], { state: "suspended" }),
        failing("Lost", 60_000)
      ])
      assert.deepStrictEqual([from, to, took], ["2026-11-20T22:04:05.000Z", "2026-11-20T22:05:05.000Z", 60_000])
      const { latency, ...counts } = items
      assert.deepStrictEqual(counts, { total: 5, done: 2, failed: 1, suspended: 1, running: 1, perMinute: 3 })
      assert.deepInclude(latency, { count: 3, sum: 94_000, max: 60_000 })
    })
  )

  it.effect("says nothing of a run without items that it cannot know", () =>
    Effect.gen(function* () {
      const { calls, failures, from, items, overTime, steps, timeline, to, took } = yield* reported([])
      assert.deepStrictEqual([from, to, took, steps], [undefined, undefined, 0, []])
      assert.deepStrictEqual(items, { total: 0, done: 0, failed: 0, suspended: 0, running: 0, perMinute: 0 })
      assert.deepStrictEqual([calls.byModel, failures.groups, overTime.done, timeline.all], [[], [], [], []])
    })
  )

  it.effect("takes steps together that differ by item, index and number alone, in the order in which they come", () =>
    Effect.gen(function* () {
      const path = "search/recording"
      const { steps } = yield* reported([
        item(
          "a/b",
          [0, 4000],
          [
            [`${path}[a%2Fb]/submit`, 0, 100],
            [`${path}[a%2Fb]/look`, 1000, 1100],
            [`${path}[a%2Fb]/look#2`, 2000, 2300],
            [`${path}[a%2Fb]/embed[0]`, 2300, 4000]
          ]
        ),
        item(
          "c",
          [0, 6000],
          [
            [`${path}[c]/submit`, 0, 300],
            [`${path}[c]/look#11`, 1000]
          ],
          { state: "failed" }
        )
      ])
      assert.deepStrictEqual(
        steps.map(({ failed, latency, perMinute, started, step }) => [step, started, failed, perMinute, latency?.sum]),
        [
          [`${path}/submit`, 2, 0, 20, 400],
          [`${path}/look`, 3, 0, 20, 400],
          [`${path}/embed`, 1, 0, 10, 1700]
        ]
      )
    })
  )

  it.effect("sums calls by operation and model, and retries as requests beyond the first of a call", () =>
    Effect.gen(function* () {
      const embeds = { calls: 4, attempts: 9, failed: 1, took: 500, backoff: 30, cooldown: 20 }
      const { calls: found } = yield* reported([
        item("a", [0, 1], [], { calls: [calls("embed", "one", embeds), calls("embed", "two", {})] }),
        item("b", [0, 1], [], { calls: [calls("embed", "one", embeds), calls("rerank", undefined, { attempts: 0 })] })
      ])
      assert.deepStrictEqual(
        found.byModel.map(({ model, operation, retries, took }) => [operation, model, retries, took]),
        [
          ["embed", "one", 10, 1000],
          ["embed", "two", 0, 10],
          ["rerank", undefined, 0, 10]
        ]
      )
      assert.deepStrictEqual(found.total, {
        calls: 10,
        attempts: 19,
        // What sent nothing makes up for no retry.
        retries: 10,
        failed: 2,
        unknown: 0,
        usage: { inputTokens: 4, outputTokens: 8, totalTokens: 12 },
        took: 1020,
        backoff: 60,
        cooldown: 40
      })
    })
  )

  it.effect("groups failures by tag, the largest group first, each with the five that failed first", () =>
    Effect.gen(function* () {
      const step = "run/item[x]/order#2"
      const { failures } = yield* reported([
        failing("Once", 50, { step: "run/other", traceId: "t-1" }),
        ...[90, 20, 70, 10, 80, 30, 60].map((at) => failing("Often", at, { step })),
        item("no word", [0, 5], [], { state: "failed" }),
        item("done", [0, 5])
      ])
      assert.deepStrictEqual(
        failures.groups.map(({ count, steps, tag }) => [tag, count, steps]),
        [
          ["Often", 7, [{ step: "run/item/order", count: 7 }]],
          ["Once", 1, [{ step: "run/other", count: 1 }]],
          ["unknown", 1, []]
        ]
      )
      assert.deepStrictEqual(
        failures.groups[0]?.first.map(({ at }) => at),
        [10, 20, 30, 60, 70]
      )
      assert.deepStrictEqual(failures.groups[1]?.first, [
        { item: "Once-50", message: "no 50", step: "run/other", traceId: "t-1", at: 50 }
      ])
    })
  )

  it.effect("shows each of a few items with its steps, and joins steps that lie too close together", () =>
    Effect.gen(function* () {
      const looks = Array.from({ length: 500 }, (_, look) => [`look#${look + 1}`, look * 10, look * 10 + 1] as const)
      const pairs = Array.from({ length: 100 }, (_, at) => [at % 2 === 0 ? "even" : "odd", at, at + 1] as const)
      const { timeline } = yield* reported([
        item("open", [7000], [["a", 7000, 7500]]),
        item("looks", [0, 5000], looks),
        item("mixed", [100, 200], pairs)
      ])
      const [first, second, third] = timeline.all
      assert.deepStrictEqual(third, {
        item: "open",
        state: "running",
        start: 7000,
        steps: [{ step: "a", state: "done", start: 7000, end: 7500 }],
        omitted: 0
      })
      assert.deepStrictEqual(first?.steps, [{ step: "look", state: "done", start: 0, end: 4991 }])
      assert.deepStrictEqual([second?.steps.length, second?.omitted], [60, 40])
      assert.deepStrictEqual([timeline.slowest, timeline.firstFailed], [[], []])
    })
  )

  it.effect("shows of many items those that took longest, open ones too, and those that failed first", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 200 }, (_, index) => item(`i${index}`, [index, index + 1000 + index * 10]))
      const lost = Array.from({ length: 30 }, (_, index) => failing("Lost", 3000 - index))
      const { timeline } = yield* reported([...lost, ...many, item("open", [100])])
      assert.deepStrictEqual(timeline.all, [])
      const names = timeline.slowest.map((row) => row.item)
      assert.deepStrictEqual(names.slice(0, 3), ["open", "Lost-3000", "Lost-2999"])
      assert.strictEqual(names.length, 20)
      assert.deepStrictEqual(
        timeline.firstFailed.map((row) => row.end),
        Array.from({ length: 20 }, (_, index) => 2971 + index)
      )
    })
  )

  const shapes = {
    uniform: (random: () => number) => random() * 90_000,
    "of many sizes": (random: () => number) => 10 ** (random() * 8 - 1),
    short: (random: () => number) => Math.floor(random() * 4)
  }
  for (const [name, draw] of Object.entries(shapes)) {
    it.effect(`has quantiles that are right to within 1 %: durations that are ${name}`, () =>
      Effect.gen(function* () {
        const random = seeded(11)
        const durations = Array.from({ length: 5000 }, () => draw(random))
        const { items } = yield* reported(durations.map((took, index) => item(`${index}`, [-took, 0])))
        const sorted = [...durations].sort((a, b) => a - b)
        const exact = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
        const { p50 = 0, p90 = 0, p95 = 0, p99 = 0 } = items.latency ?? {}
        for (const [found, share] of [
          [p50, 0.5],
          [p90, 0.9],
          [p95, 0.95],
          [p99, 0.99]
        ] as const) {
          assert.closeTo(found, exact(share), exact(share) * 0.01001 + 0.001)
        }
      })
    )
  }

  it.effect("has as many items in flight as there were, whatever the order in which they are told", () =>
    Effect.gen(function* () {
      const random = seeded(5)
      const records = Array.from({ length: 300 }, (_, index) => {
        const start = Math.floor(random() * 500_000)
        const [a, b, c] = [random(), random(), random()]
          .map((it) => start + Math.floor(it * 60_000))
          .sort((x, y) => x - y)
        if (a === undefined || b === undefined || c === undefined) throw new Error("three were drawn")
        const steps = [
          ["one", start, b],
          ["two", a, c]
        ] as const
        return index % 10 === 0
          ? item(
              `${index}`,
              [start],
              [
                ["one", start, b],
                ["two", a]
              ]
            )
          : item(`${index}`, [start, c + 5000], steps)
      })
      const { overTime, took } = yield* reported(records)
      const { between, done, start, steps, width } = overTime
      assert.isAtMost(done.length, 120)
      assert.isAbove(done.length, 59)
      const zero = Math.min(...records.map((it) => it.startedAt))
      /** How long an interval lies in a bin. */
      const inBin = (bin: number, from: number, to: number = zero + took) => {
        const left = zero + start + bin * width
        return Math.max(0, Math.min(to, left + width) - Math.max(from, left))
      }
      const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)
      for (const bin of done.keys()) {
        const seen = inBin(bin, zero)
        const level = (of: (record: ItemRecord) => number) => sum(records.map(of)) / seen
        const all = (between[bin] ?? 0) + sum(steps.map(({ items }) => items[bin] ?? 0))
        assert.closeTo(
          all,
          level((it) => inBin(bin, it.startedAt, it.endedAt)),
          0.002
        )
        const second = steps.find(({ step }) => step === "two")?.items[bin] ?? 0
        const both = (it: ItemRecord) => {
          const [one, two] = it.steps
          if (one === undefined || two === undefined) return 0
          const alone = inBin(bin, two.startedAt, two.endedAt)
          return alone - inBin(bin, two.startedAt, one.endedAt) / 2
        }
        assert.closeTo(second, level(both), 0.002)
        const ends = records.filter(
          ({ endedAt }) => endedAt !== undefined && Math.floor((endedAt - zero - start) / width) === bin
        )
        assert.strictEqual(done[bin], ends.length)
      }
      assert.deepStrictEqual((yield* reported(records.reverse())).overTime, overTime)
    })
  )

  it.effect("does not grow with the items, nor with how many names there are", () =>
    Effect.gen(function* () {
      const long = "x".repeat(10_000)
      const odd = (index: number) =>
        item(`${index}${long}`, [index, index + (index % 977) * 1000], [[`${index}/${long}`, index, index + 1]], {
          state: "failed",
          failure: { tag: `Tag${index}`, message: long, step: `s${index}`, traceId: long },
          calls: [calls("embed", `${index}${long}`, {})]
        })
      const sizes = yield* Effect.forEach([500, 5000], (count) =>
        Effect.map(
          reported(
            (function* () {
              for (let index = 0; index < count; index++) yield odd(index)
            })()
          ),
          (report) => {
            assert.isAtMost(report.overTime.done.length, 120)
            assert.deepStrictEqual([report.failures.groups.length, report.failures.ungrouped], [50, count - 50])
            assert.strictEqual(report.steps.length, 41)
            assert.strictEqual(
              report.steps.reduce((sum, { started }) => sum + started, 0),
              count
            )
            assert.strictEqual(report.calls.byModel.length, 101)
            assert.strictEqual(report.calls.total.calls, count)
            assert.deepStrictEqual([report.timeline.slowest.length, report.timeline.firstFailed.length], [20, 20])
            return JSON.stringify(report).length
          }
        )
      )
      const [few = 0, many = 0] = sizes
      assert.isBelow(many, few * 1.2)
      assert.isBelow(many, 1_000_000)
    })
  )
})
