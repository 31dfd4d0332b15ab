import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { cosine, nearest } from "effect-model-gateway"

const number = fc.double({ noNaN: true, min: -1e100, max: 1e100 })
const pair = fc.integer({ min: 1, max: 12 }).chain((length) => {
  const vector = fc.array(number, { minLength: length, maxLength: length })
  return fc.tuple(vector, vector)
})

describe("cosine", () => {
  it("is 1 for one direction, -1 for the opposite, 0 across, whatever the lengths", () => {
    assert.strictEqual(cosine([3, 4], [6, 8]), 1)
    assert.strictEqual(cosine([3, 4], [-30, -40]), -1)
    assert.strictEqual(cosine([3, 4], [-4, 3]), 0)
    assert.closeTo(cosine([1, 0], [1, 1]), Math.SQRT1_2, 1e-15)
    assert.closeTo(cosine([1, 2, 3], [4, 5, 6]), 32 / Math.sqrt(14 * 77), 1e-15)
  })

  it("is 0 where a vector has no direction", () => {
    assert.deepStrictEqual([cosine([0, 0], [1, 2]), cosine([1, 2], [0, 0]), cosine([0, 0], [0, 0])], [0, 0, 0])
  })

  it("is right for numbers whose squares are near the largest", () => {
    assert.closeTo(cosine([1e100, 1e100], [1e100, 0]), Math.SQRT1_2, 1e-15)
  })

  it.prop("does not go beyond 1 by rounding", [pair], ([[a]]) => {
    const opposite = a.map((x) => -x)
    assert.isAtMost(cosine(a, a), 1)
    assert.isAtLeast(cosine(a, opposite), -1)
  })

  it.prop("is from -1 to 1, and the same both ways", [pair], ([[a, b]]) => {
    assert.isAtLeast(cosine(a, b), -1)
    assert.isAtMost(cosine(a, b), 1)
    assert.strictEqual(cosine(a, b), cosine(b, a))
  })
})

const candidate = (name: string, vector: ReadonlyArray<number>) => ({ name, vector })

describe("nearest", () => {
  const candidates = [
    candidate("across", [0, 1]),
    candidate("same", [2, 0]),
    candidate("nowhere", [0, 0]),
    candidate("slanted", [1, 1]),
    candidate("opposite", [-1, 0])
  ]

  it("gives so many as asked for, the nearest first, each as it was and with its similarity", () => {
    assert.deepStrictEqual(nearest([5, 0], candidates, 1), [{ name: "same", vector: [2, 0], similarity: 1 }])
    assert.deepStrictEqual(
      nearest([5, 0], candidates, 3).map(({ name }) => name),
      ["same", "slanted", "across"]
    )
  })

  it("gives all where there are fewer, keeps those that are alike in their order, and leaves the list as it was", () => {
    const before = structuredClone(candidates)
    assert.deepStrictEqual(
      nearest([5, 0], candidates, 100).map(({ name }) => name),
      ["same", "slanted", "across", "nowhere", "opposite"]
    )
    assert.deepStrictEqual(candidates, before)
    assert.deepStrictEqual(nearest([5, 0], [], 3), [])
  })

  it.prop(
    "finds the same as a look at each",
    [fc.array(fc.tuple(number, number), { maxLength: 20 }), fc.integer({ min: 1, max: 20 })],
    ([vectors, count]) => {
      const found = nearest(
        [1, 2],
        vectors.map((vector, id) => ({ id, vector })),
        count
      )
      assert.lengthOf(found, Math.min(count, vectors.length))
      const ids = new Set(found.map(({ id }) => id))
      assert.strictEqual(ids.size, found.length)
      for (const [i, { id, similarity, vector }] of found.entries()) {
        assert.deepStrictEqual(vector, vectors[id])
        assert.strictEqual(similarity, cosine([1, 2], vector))
        assert.isAtMost(similarity, found[i - 1]?.similarity ?? 1)
      }
      const least = found.at(-1)?.similarity ?? 1
      for (const [id, vector] of vectors.entries()) {
        if (!ids.has(id)) assert.isAtMost(cosine([1, 2], vector), least)
      }
    }
  )
})
