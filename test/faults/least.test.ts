import { assert, describe, it } from "@effect/vitest"
import type { Batch } from "../../bench/storm/least.js"
import { leastTime, lengthOf, tookOf, union } from "../../bench/storm/least.js"

type Requests = ReadonlyArray<readonly [job: number, from: number, to: number]>

/** A batch of as many jobs, two at once, whose requests begin and end so. */
const batchOf = (began: number, jobs: number, requests: Requests): Batch => ({
  began,
  atOnce: 2,
  ended: Array.from({ length: jobs }, (_, n) => {
    const own = requests.filter(([job]) => job === n)
    const startedAt = began + Math.min(...own.map(([, from]) => from))
    const took = began + Math.max(...own.map(([, , to]) => to)) - startedAt
    return { kind: "embed" as const, name: `embed-${n}`, outcome: "done", startedAt, took }
  }),
  exchanges: requests.map(([job, from, to]) => ({ job: `embed-${job}`, from: began + from, to: began + to }))
})

/** Four jobs of a request each, answered at a tenth of a second from each other. */
const quiet = batchOf(0, 4, [
  [0, 0, 100],
  [1, 0, 200],
  [2, 100, 300],
  [3, 200, 400]
])

const none = { faults: 0, hangs: 0, slow: 0 }
const nothing = { closed: [], met: new Map() }

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
    assert.strictEqual(tookOf(quiet), 400)
    // However long this client took for them.
    const slow = batchOf(5_000, 4, [
      [0, 0, 1_000],
      [1, 0, 2_000],
      [2, 1_000, 3_000],
      [3, 2_000, 4_000]
    ])
    assert.strictEqual(leastTime(quiet, slow, nothing), 400)
  })

  it("has every pause, and the work at its pace in the rest of the time", () => {
    const storm = batchOf(5_000, 4, [
      [0, 0, 100],
      [1, 0, 200],
      [2, 800, 900],
      [3, 800, 1_000]
    ])
    assert.strictEqual(leastTime(quiet, storm, { ...nothing, closed: [{ from: 5_250, to: 5_750 }] }), 400 + 500)
    // What was under way goes on: the second is answered in the pause, and takes nothing of the rest.
    assert.strictEqual(leastTime(quiet, storm, { ...nothing, closed: [{ from: 5_150, to: 5_650 }] }), 300 + 500)
  })

  it("has the requests that were sent again because of a fault, and no others", () => {
    const storm = batchOf(5_000, 4, [
      [0, 0, 100],
      [0, 150, 250],
      [0, 300, 400],
      [0, 400, 500],
      [1, 0, 200],
      [2, 600, 700],
      [3, 600, 800]
    ])
    const met = (faults: number) => new Map([["embed-0", { ...none, faults }]])
    assert.strictEqual(leastTime(quiet, storm, { closed: [], met: met(0) }), 400)
    assert.strictEqual(leastTime(quiet, storm, { closed: [], met: met(1) }), 600)
    assert.strictEqual(leastTime(quiet, storm, { closed: [], met: met(2) }), 700)
  })

  it("has a wait for an answer that never comes in the job that it holds up, as long as it was, and the others beside it", () => {
    const storm = (job: number) =>
      batchOf(5_000, 4, [
        [0, 0, 100],
        [1, 0, 200],
        [2, 100, 300],
        [3, 200, 400],
        [job, 500, 2_000]
      ])
    const met = (job: number) => new Map([[`embed-${job}`, { ...none, faults: 1, hangs: 1 }]])
    // The first begins at once, and the last when the third is over.
    assert.strictEqual(leastTime(quiet, storm(0), { closed: [], met: met(0) }), 100 + 1_500)
    assert.strictEqual(leastTime(quiet, storm(3), { closed: [], met: met(3) }), 400 + 1_500)
    // It goes on in a pause, but does not begin in one.
    const within = [{ from: 5_800, to: 6_800 }]
    assert.strictEqual(leastTime(quiet, storm(3), { closed: within, met: met(3) }), 400 + 1_500)
    const held = batchOf(5_000, 4, [
      [0, 300, 1_800],
      [1, 300, 400],
      [2, 400, 500],
      [3, 500, 600]
    ])
    assert.strictEqual(leastTime(quiet, held, { closed: [{ from: 5_000, to: 5_300 }], met: met(0) }), 300 + 1_500)
  })

  it("has what came slowly once for its own job", () => {
    const met = new Map([["embed-3", { ...none, faults: 1, slow: 1_000 }]])
    assert.strictEqual(leastTime(quiet, { ...quiet }, { closed: [], met }), 200 + 1_000 + 100)
  })
})
