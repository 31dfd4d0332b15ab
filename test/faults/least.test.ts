import { assert, describe, it } from "@effect/vitest"
import type { Batch } from "../../bench/storm/least.js"
import { leastTime, lengthOf, tookOf, union } from "../../bench/storm/least.js"

/** A batch whose jobs begin and take so long, with an answer every tenth of a second. */
const batchOf = (began: number, jobs: ReadonlyArray<readonly [start: number, took: number]>): Batch => {
  const ended = jobs.map(([start, took], n) => ({
    kind: "embed" as const,
    name: `embed-${n}`,
    outcome: "done",
    startedAt: began + start,
    took
  }))
  const last = Math.max(...jobs.map(([start, took]) => start + took))
  return { began, ended, answers: Array.from({ length: last / 100 }, (_, n) => began + 100 * (n + 1)) }
}

const quiet = batchOf(0, [
  [0, 400],
  [0, 1_000],
  [400, 600]
])

const nothing = { closed: [], faults: 0, alone: new Map() }

describe("the least time that a storm's faults allow", () => {
  it("counts each moment in which no request could go out once", () => {
    const intervals = [
      { from: 50, to: 60 },
      { from: 0, to: 10 },
      { from: 5, to: 20 },
      { from: 20, to: 30 }
    ]
    assert.deepStrictEqual(union(intervals), [
      { from: 0, to: 30 },
      { from: 50, to: 60 }
    ])
    assert.strictEqual(lengthOf(intervals), 40)
  })

  it("is that of the same jobs, where there are none", () => {
    assert.strictEqual(tookOf(quiet), 1_000)
    assert.strictEqual(
      leastTime(quiet, { ...quiet, began: 5_000, answers: quiet.answers.map((at) => at + 5_000) }, nothing),
      1_000
    )
  })

  it("has every pause, and the work at its pace in the rest of the time", () => {
    const began = 5_000
    const closed = [{ from: 5_200, to: 5_700 }]
    // Twelve answers, of which one came in the pause: what was under way goes on.
    const answers = [5_100, 5_250, ...Array.from({ length: 10 }, (_, n) => 5_800 + 100 * n)]
    assert.strictEqual(leastTime(quiet, { ...quiet, began, answers }, { ...nothing, closed, faults: 2 }), 500 + 1_100)
    // Only a fault is a reason for one request more.
    assert.strictEqual(leastTime(quiet, { ...quiet, began, answers }, { ...nothing, closed }), 500 + 900)
  })

  it("is not less than what the faults of one job take, begun as early as can be", () => {
    const closed = [{ from: 5_300, to: 5_700 }]
    const answers = quiet.answers.map((at) => at + (at > 200 ? 5_400 : 5_000))
    const held = { closed, faults: 0, alone: new Map([["embed-2", 2_000]]) }
    assert.strictEqual(leastTime(quiet, { ...quiet, began: 5_000, answers }, held), 400 + 400 + 600 + 2_000)
  })
})
