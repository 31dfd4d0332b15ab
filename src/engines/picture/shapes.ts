import type { Shape } from "./canvas.js"
import { coverage } from "./canvas.js"
import type { Ink } from "./ink.js"
import { inkAt, lay } from "./ink.js"

/** A circle's middle and radius, in units. */
export interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

// How much of the pixel at dx, dy from the shape's middle is covered, everything in pixels.
type Cover = (dx: number, dy: number) => number

const stencil =
  (box: { x: number; y: number; reachX: number; reachY: number }, ink: Ink, coverOf: (unit: number) => Cover): Shape =>
  (frame) => {
    const { unit, width } = frame
    const cover = coverOf(unit)
    const cx = box.x * unit - 0.5
    const cy = box.y * unit - 0.5
    const reachY = box.reachY * unit
    const left = Math.max(0, Math.floor(cx - box.reachX * unit - 1))
    const right = Math.min(width - 1, Math.ceil(cx + box.reachX * unit + 1))
    return {
      top: Math.floor(cy - reachY - 1),
      bottom: Math.ceil(cy + reachY + 1) + 1,
      solidFrom: Infinity,
      paint: (row, y) => {
        const color = inkAt(ink, (y - cy + reachY) / (2 * reachY))
        for (let x = left; x <= right; x++) {
          const alpha = cover(x - cx, y - cy) * ink.opacity
          if (alpha > 0) lay(row, x * 3, color, alpha)
        }
      }
    }
  }

const around = (circle: Circle, reach: number) => ({ x: circle.x, y: circle.y, reachX: reach, reachY: reach })

/** A filled circle. */
export const disc = (circle: Circle, ink: Ink): Shape => pill(circle, 0, ink)

/** The outline of a circle, `thickness` units wide, half of it on each side. */
export const ring = (circle: Circle, thickness: number, ink: Ink): Shape =>
  stencil(around(circle, circle.radius + thickness / 2), ink, (unit) => {
    const radius = circle.radius * unit
    const wide = Math.max(1, thickness * unit)
    const strength = (thickness * unit) / wide
    return (dx, dy) => strength * coverage(wide / 2 - Math.abs(Math.sqrt(dx * dx + dy * dy) - radius))
  })

/** Light that is strongest in the middle and gone at the radius. */
export const glow = (circle: Circle, ink: Ink): Shape =>
  stencil(around(circle, circle.radius), ink, (unit) => {
    const reach = (circle.radius * unit) ** 2
    return (dx, dy) => {
      const left = 1 - (dx * dx + dy * dy) / reach
      return left > 0 ? left * left * left : 0
    }
  })

const pillArea = (radius: number, length: number): number => Math.PI * radius * radius + 2 * radius * length

/** A lying bar with round ends: a circle drawn out to both sides by half of `length`. */
export const pill = (circle: Circle, length: number, ink: Ink): Shape =>
  stencil({ x: circle.x, y: circle.y, reachX: circle.radius + length / 2, reachY: circle.radius }, ink, (unit) => {
    // What is finer than a pixel is drawn a pixel wide and paler: a star must not outshine its size in a small picture.
    const radius = Math.max(0.5, circle.radius * unit)
    const strength = pillArea(circle.radius * unit, length * unit) / pillArea(radius, length * unit)
    const half = (length * unit) / 2
    return (dx, dy) => {
      const beyond = Math.max(0, Math.abs(dx) - half)
      return strength * coverage(radius - Math.sqrt(beyond * beyond + dy * dy))
    }
  })

/** A circle with another circle cut out of it. */
export const crescent = (circle: Circle, cut: Circle, ink: Ink): Shape =>
  stencil(around(circle, circle.radius), ink, (unit) => {
    const outer = circle.radius * unit
    const inner = cut.radius * unit
    const cutX = (cut.x - circle.x) * unit
    const cutY = (cut.y - circle.y) * unit
    return (dx, dy) => {
      const x = dx - cutX
      const y = dy - cutY
      return coverage(outer - Math.sqrt(dx * dx + dy * dy)) * (1 - coverage(inner - Math.sqrt(x * x + y * y)))
    }
  })
