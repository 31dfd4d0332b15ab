import { assert, describe, it } from "@effect/vitest"
import { makeCooldown } from "../../src/services/traffic/Cooldown.js"

/** A pause of a second that ends now, of a client with eight places whose answers come a tenth of a second apart. */
const paused = () => {
  const cooldown = makeCooldown(() => 8)
  cooldown.answered(0, 8, 800)
  cooldown.pause(1_000, 2_000)
  return cooldown
}

/** Starts at once, and gives how long the next has to wait. */
const startAt = (cooldown: ReturnType<typeof makeCooldown>, now: number): number => {
  assert.strictEqual(cooldown.wait(now), 0)
  cooldown.started(now)
  return cooldown.wait(now)
}

describe("the starts after a pause", () => {
  it("keep their times where a program wakes late", () => {
    const cooldown = paused()
    assert.strictEqual(startAt(cooldown, 2_000), 100)
    assert.strictEqual(startAt(cooldown, 2_130), 70)
    assert.strictEqual(startAt(cooldown, 2_200), 100)
  })

  it("do not make up for more than one distance, so that those who come later do not all go at once", () => {
    const cooldown = paused()
    assert.strictEqual(startAt(cooldown, 9_000), 0)
    assert.strictEqual(startAt(cooldown, 9_000), 100)
  })
})

describe("a gateway that is not reached", () => {
  /** Answered at 800, and not reached from 1,000 on. */
  const away = () => {
    const cooldown = makeCooldown(() => 8)
    cooldown.answered(0, 8, 800)
    cooldown.notReached(1_000)
    return cooldown
  }

  it("is waited for a quarter of the time that it is away, from a moment to a quarter of a second", () => {
    const cooldown = away()
    assert.strictEqual(cooldown.wait(1_000), 20)
    cooldown.notReached(1_020)
    assert.strictEqual(cooldown.wait(1_020), 20)
    cooldown.notReached(1_400)
    assert.strictEqual(cooldown.wait(1_400), 100)
    cooldown.notReached(5_000)
    assert.strictEqual(cooldown.wait(5_000), 250)
  })

  it("is tried by one, and by the others only where that one is not refused at once", () => {
    const cooldown = makeCooldown(() => 8)
    cooldown.answered(0, 8, 40)
    cooldown.notReached(1_000)
    assert.strictEqual(startAt(cooldown, 1_020), 10)
    assert.strictEqual(startAt(cooldown, 1_030), 5)
    assert.strictEqual(startAt(cooldown, 1_035), 5)
  })

  it("is away still where it answers what it took on before, and not where it answers what came later", () => {
    const cooldown = away()
    cooldown.answered(900, 8, 1_200)
    cooldown.notReached(1_400)
    assert.strictEqual(cooldown.wait(1_400), 100)
    cooldown.answered(1_600, 8, 1_700)
    cooldown.notReached(1_800)
    assert.strictEqual(cooldown.wait(1_800), 20)
  })
})
