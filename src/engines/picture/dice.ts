import * as Utils from "effect/Utils"

/** A repeatable source of choices: the same text rolls the same numbers in the same order. */
export interface Dice {
  /** A number from `low` up to, not including, `high`. */
  readonly between: (low: number, high: number) => number
  /** A whole number from `low` to `high`, both included. */
  readonly whole: (low: number, high: number) => number
  /** True with the given probability. */
  readonly chance: (probability: number) => boolean
  /** One of the values, all equally likely. */
  readonly pick: <A>(values: readonly [A, ...ReadonlyArray<A>]) => A
  /** Dice of their own, so that how often a part rolls does not move what is rolled after it. */
  readonly fork: () => Dice
}

const fromSeed = (high: number, low: number): Dice => {
  const random = new Utils.PCGRandom(high, low)
  const between = (from: number, to: number): number => from + random.number() * (to - from)
  const whole = (from: number, to: number): number => from + random.integer(to - from + 1)
  return {
    between,
    whole,
    chance: (probability) => random.number() < probability,
    pick: (values) => values[random.integer(values.length)] ?? values[0],
    fork: () => fromSeed(random.integer(0x7fffffff), random.integer(0x7fffffff))
  }
}

/** Dice seeded by a text. Two 32-bit lanes, because two prompts that share a seed would share a picture. */
export const diceOf = (text: string): Dice => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 0x9e3779b1)
    low = Math.imul(low ^ code, 0x5f356495)
  }
  // A last letter reaches only the low bits of its lane until the lanes are stirred into each other.
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return fromSeed(high >>> 0, low >>> 0)
}
