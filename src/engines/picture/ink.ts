import type { Oklab, Rgb } from "./oklab.js"
import { mix, toRgb } from "./oklab.js"

/** A colour that may change on its way down a shape. */
export interface Ink {
  /** At the top of the shape. */
  readonly from: Oklab
  /** At its foot. */
  readonly to: Oklab
  /** How much it hides what lies behind, 0..1. */
  readonly opacity: number
}

/** One colour from top to foot. */
export const flat = (color: Oklab, opacity = 1): Ink => ({ from: color, to: color, opacity })

/** A colour at the top that turns into another at the foot. */
export const fade = (from: Oklab, to: Oklab, opacity = 1): Ink => ({ from, to, opacity })

/** The colour of an ink at a share (0..1, clamped) of the way down. */
export const inkAt = (ink: Ink, share: number): Rgb => toRgb(mix(ink.from, ink.to, Math.min(1, Math.max(0, share))))

/** Lays a colour over the pixel whose red is at `at`. */
export const lay = (row: Float32Array, at: number, color: Rgb, alpha: number): void => {
  const kept = 1 - alpha
  row[at] = (row[at] ?? 0) * kept + color.r * alpha
  row[at + 1] = (row[at + 1] ?? 0) * kept + color.g * alpha
  row[at + 2] = (row[at + 2] ?? 0) * kept + color.b * alpha
}
