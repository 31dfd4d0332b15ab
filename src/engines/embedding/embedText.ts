import { hashText } from "../../schemas/hashText.js"
import type { Vector } from "../../schemas/Vector.js"
import { termWeight } from "../words/terms.js"

const shortest = 3
const longest = 5

/**
 * A vector of length 1 for the terms of a text, by feature hashing: each term, and its parts of 3 to 5 characters, adds to
 * or takes from the component that its hash picks. Terms in common, or with a stem in common, bring two vectors closer;
 * a common meaning does not. Each repeat of a term counts less than the one before. No terms give equal components, which
 * is about equally far from every text.
 */
export const embedText = (terms: ReadonlyArray<string>, dimension: number): Vector => {
  const sums = new Array<number>(dimension).fill(0)
  const add = (hash: number, weight: number): void => {
    const place = (hash >>> 1) % dimension
    sums[place] = (sums[place] ?? 0) + ((hash & 1) === 0 ? weight : -weight)
  }
  for (const [term, count] of counted(terms)) {
    const weight = termWeight(term) * (1 + Math.log(count))
    const parts = partHashes(term)
    add(hashText(term), weight)
    // All parts together weigh as much as the term, so that long ones do not drown short ones.
    for (const hash of parts) add(hash, weight / Math.sqrt(parts.length))
  }
  return unit(sums)
}

const partHashes = (term: string): ReadonlyArray<number> => {
  const marked = `<${term}>`
  const hashes: Array<number> = []
  for (let length = shortest; length <= longest; length++) {
    for (let start = 0; start + length <= marked.length; start++) hashes.push(hashText(marked, start, start + length))
  }
  return hashes
}

const counted = (terms: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

const unit = (sums: ReadonlyArray<number>): Vector => {
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? sums.map(() => 1 / Math.sqrt(sums.length)) : sums.map((value) => value / length)
}
