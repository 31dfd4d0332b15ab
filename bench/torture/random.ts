import { createHash } from "node:crypto"

/** Numbers from 0 to 1, the same for a seed in each run. */
export const randomOf = (seed: number): (() => number) => {
  let drawn = 0
  return () => createHash("sha256").update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32
}
