import { expect, it } from "vitest"
import { barLine, summary, words } from "../../src/cli/calls/tally.js"

it.each([
  [{ done: 0, failed: 0, total: 40, millis: 300 }, "0 of 40 done"],
  [{ done: 9, failed: 1, total: 40, millis: 5_000 }, "9 of 40 done, 1 failed, 2.0/s, 15 s left"],
  [{ done: 4_448, failed: 0, total: 20_000, millis: 10_000 }, "4448 of 20000 done, 445/s, 35 s left"],
  [{ done: 2, failed: 0, total: 20_000, millis: 10_000 }, "2 of 20000 done, 0.2/s, 27 h 46 min left"],
  [{ done: 12, failed: 0, total: undefined, millis: 1_000 }, "12 done, 12/s"]
])("%j in words", (tally, said) => {
  expect(words(tally)).toBe(said)
})

it("a bar is as full as requests have ended, and one request has none", () => {
  expect(barLine({ done: 9, failed: 3, total: 24, millis: 12_000 })).toBe(
    "[############------------] 9 of 24 done, 3 failed, 1.0/s, 12 s left"
  )
  expect(barLine({ done: 0, failed: 0, total: 1, millis: 61_000 })).toBe("0 of 1 done, 1 min 1 s")
})

it("a summary tells failures only where there are some", () => {
  expect(summary({ done: 2, failed: 0, total: 2, millis: 40 })).toBe("2 done in 0.0 s")
  expect(summary({ done: 2, failed: 1, total: 3, millis: 12_345 })).toBe("2 done, 1 failed in 12 s")
})
