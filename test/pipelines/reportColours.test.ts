import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { reportHtml, reportOf } from "effect-model-gateway"

type Colour = readonly [number, number, number]
type Matrix = readonly [Colour, Colour, Colour]

const times = (matrix: Matrix, [a, b, c]: Colour): Colour => {
  const [x, y, z] = matrix.map((row) => row[0] * a + row[1] * b + row[2] * c)
  return [x ?? 0, y ?? 0, z ?? 0]
}

/** What is seen of a linear colour: by most, and without one of the three kinds of cones (Machado and others, 2009). */
const sights: Readonly<Record<string, Matrix>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1]
  ],
  "no red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998]
  ],
  "no green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881]
  ],
  "no blue": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039]
  ]
}

/** `#rrggbb` in linear parts of red, green and blue, from 0 to 1. */
const linear = (hex: string): Colour => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return [r ?? 0, g ?? 0, b ?? 0]
}

const contrast = (a: string, b: string): number => {
  const [x = 0, y = 0] = [a, b]
    .map(linear)
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
    .sort((one, other) => other - one)
  return x / y
}

/** Where a colour lies in OKLab, in hundredths: 2 is hardly seen, 100 is from black to white. */
const oklab = (colour: Colour): Colour => {
  const [r, g, b] = colour
  const inside: Colour = [Math.min(1, Math.max(0, r)), Math.min(1, Math.max(0, g)), Math.min(1, Math.max(0, b))]
  const [l, m, s] = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005]
    ],
    inside
  )
  return times(
    [
      [21.04542553, 79.3617785, -0.40720468],
      [197.79984951, -242.8592205, 45.05937099],
      [2.59040371, 78.27717662, -80.8675766]
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)]
  )
}

const distance = (sight: Matrix, a: string, b: string): number => {
  const [one, other] = [a, b].map((hex) => oklab(times(sight, linear(hex))))
  return one === undefined || other === undefined ? 0 : Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)))
}

/** The colours of a scheme by their names. */
const coloursOf = (html: string) => {
  const found = [...html.matchAll(/:root \{([^}]*--k0[^}]*)\}/g)].map(([, block = ""]) =>
    Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, name = "", hex = ""]) => [name, hex]))
  )
  return { light: found[0] ?? {}, dark: found[1] ?? {} }
}

describe("the colours of a report's steps", () => {
  for (const scheme of ["light", "dark"] as const) {
    it.effect(`are told apart by whoever looks, and from their ground: ${scheme}`, () =>
      Effect.gen(function* () {
        const html = reportHtml(yield* reportOf(Stream.empty, { run: "none", pipeline: "none" }))
        const all = coloursOf(html)[scheme]
        const colour = (name: string) => {
          const hex = all[name] === "#fff" ? "#ffffff" : all[name]
          assert.match(String(hex), /^#[0-9a-f]{6}$/, name)
          return String(hex)
        }
        const steps = [0, 1, 2, 3, 4, 5, 6].map((slot) => colour(`k${slot}`))
        for (const step of steps) assert.isAtLeast(contrast(step, colour("panel")), 3, step)
        for (const [name, sight] of Object.entries(sights)) {
          for (const [index, step] of steps.entries()) {
            assert.isAbove(distance(sight, step, colour("between")), 10, `${name}: ${step} and what is between steps`)
            for (const other of steps.slice(index + 1)) {
              assert.isAbove(distance(sight, step, other), 7.5, `${name}: ${step} and ${other}`)
            }
          }
          // The colour that several kinds share is grey; that of failures is never the only sign of them.
          for (const step of steps.slice(0, 6))
            assert.isAbove(distance(sight, step, colour("bad")), 10, `${name}: ${step}`)
        }
      })
    )
  }
})
