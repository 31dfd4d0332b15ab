import type { Frame, Shape } from "./canvas.js"
import { coverage } from "./canvas.js"
import type { Ink } from "./ink.js"
import { inkAt, lay } from "./ink.js"
import type { Oklab } from "./oklab.js"
import { mix, toRgb } from "./oklab.js"

/** A line from left to right: how far from the top it runs at each distance from the left, in units. */
export type Line = (x: number) => number

// Enough that the upright wall of a tower has a smooth edge.
const samplesPerPixel = 8

// A line in pixels from the top: `samplesPerPixel` samples to a column, and the bounds of each column and of all.
interface Traced {
  readonly samples: Float64Array
  readonly tops: Float64Array
  readonly feet: Float64Array
  readonly highest: number
  readonly lowest: number
}

const trace = (line: Line, frame: Frame): Traced => {
  const samples = new Float64Array(frame.width * samplesPerPixel)
  const tops = new Float64Array(frame.width).fill(Infinity)
  const feet = new Float64Array(frame.width).fill(-Infinity)
  for (let i = 0; i < samples.length; i++) {
    const x = Math.floor(i / samplesPerPixel)
    const y = line((i + 0.5) / samplesPerPixel / frame.unit) * frame.unit
    samples[i] = y
    tops[x] = Math.min(tops[x] ?? y, y)
    feet[x] = Math.max(feet[x] ?? y, y)
  }
  const highest = tops.reduce((least, y) => Math.min(least, y), Infinity)
  return { samples, tops, feet, highest, lowest: feet.reduce((most, y) => Math.max(most, y), -Infinity) }
}

// The share of pixel x, y that lies under the line.
const under = (line: Traced, x: number, y: number): number => {
  if (y + 1 <= (line.tops[x] ?? 0)) return 0
  if (y >= (line.feet[x] ?? 0)) return 1
  let sum = 0
  const end = (x + 1) * samplesPerPixel
  for (let i = x * samplesPerPixel; i < end; i++) sum += coverage(y + 0.5 - (line.samples[i] ?? 0))
  return sum / samplesPerPixel
}

/** All that lies under a line. The ink runs its course within `depth` units of the line's highest point. */
export const land =
  (line: Line, depth: number, ink: Ink): Shape =>
  (frame) => {
    const crest = trace(line, frame)
    return {
      top: Math.floor(crest.highest),
      bottom: frame.height,
      solidFrom: ink.opacity === 1 ? Math.ceil(crest.lowest) : Infinity,
      paint: (row, y) => {
        const color = inkAt(ink, (y - crest.highest) / (depth * frame.unit))
        for (let x = 0; x < frame.width; x++) {
          const alpha = under(crest, x, y) * ink.opacity
          if (alpha > 0) lay(row, x * 3, color, alpha)
        }
      }
    }
  }

/** All that lies under one line and above another; nothing where the lower line runs above the upper. */
export const strip =
  (upper: Line, lower: Line, depth: number, ink: Ink): Shape =>
  (frame) => {
    const from = trace(upper, frame)
    const to = trace((x) => Math.max(upper(x), lower(x)), frame)
    return {
      top: Math.floor(from.highest),
      bottom: Math.ceil(to.lowest),
      solidFrom: Infinity,
      paint: (row, y) => {
        const color = inkAt(ink, (y - from.highest) / (depth * frame.unit))
        for (let x = 0; x < frame.width; x++) {
          const alpha = (under(from, x, y) - under(to, x, y)) * ink.opacity
          if (alpha > 0) lay(row, x * 3, color, alpha)
        }
      }
    }
  }

/** The whole frame in three colours, top, middle and foot; the middle lies at a share of the height. */
export const backdrop =
  (colors: readonly [top: Oklab, middle: Oklab, foot: Oklab], middleAt: number): Shape =>
  (frame) => ({
    top: 0,
    bottom: frame.height,
    solidFrom: 0,
    paint: (row, y) => {
      const [top, middle, foot] = colors
      const share = (y + 0.5) / frame.height
      const color = toRgb(
        share < middleAt ? mix(top, middle, share / middleAt) : mix(middle, foot, (share - middleAt) / (1 - middleAt))
      )
      for (let at = 0; at < row.length; at += 3) {
        row[at] = color.r
        row[at + 1] = color.g
        row[at + 2] = color.b
      }
    }
  })
