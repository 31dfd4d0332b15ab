import type { Vector } from "../../schemas/Vector.js"

/** The cosine of the angle between two vectors of one dimension, -1 to 1; 0 where one of them is all zeros. */
export const cosine = (a: Vector, b: Vector): number => {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? 0
    const y = b[i] ?? 0
    dot += x * y
    aa += x * x
    bb += y * y
  }
  if (aa === 0 || bb === 0) return 0
  // Rounding may lead beyond 1, and one root of the product beyond the largest number.
  return Math.max(-1, Math.min(1, dot / (Math.sqrt(aa) * Math.sqrt(bb))))
}

/** The `count` candidates nearest to a vector, the nearest first, each with its similarity. */
export const nearest = <A extends { readonly vector: Vector }>(
  to: Vector,
  candidates: ReadonlyArray<A>,
  count: number
): ReadonlyArray<A & { readonly similarity: number }> =>
  candidates
    .map((candidate) => ({ ...candidate, similarity: cosine(to, candidate.vector) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, count)
