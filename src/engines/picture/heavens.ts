import { backdrop } from "./bands.js"
import type { Shape, View } from "./canvas.js"
import type { Dice } from "./dice.js"
import { fade, flat } from "./ink.js"
import { mix, oklch } from "./oklab.js"
import type { Palette } from "./palette.js"
import type { Circle } from "./shapes.js"
import { crescent, disc, glow, pill, ring } from "./shapes.js"

/** A sky and where its light stands, for what is drawn in front of it. */
export interface Heavens {
  readonly shapes: ReadonlyArray<Shape>
  readonly sun: Circle
}

const white = oklch(1, 0, 0)

const stars = (dice: Dice, view: View, horizon: number): ReadonlyArray<Shape> =>
  Array.from({ length: Math.round(110 * view.width * view.height) }, () => {
    // Fewer towards the horizon, where haze would hide them.
    const y = horizon * dice.between(0, 1) ** 1.4
    const bright = dice.between(0, 1) ** 3
    const circle = { x: dice.between(0, view.width), y, radius: 0.0011 + 0.0026 * bright }
    return disc(circle, flat(white, (0.35 + 0.6 * bright) * (1 - (0.8 * y) / horizon)))
  })

// Each cloud has a column of its own, or they would pile up.
const cloud = (dice: Dice, palette: Palette, view: View, horizon: number, column: number): ReadonlyArray<Shape> => {
  const x = view.width * (column + dice.between(-0.08, 0.08))
  const y = horizon * dice.between(0.12, 0.72)
  const radius = dice.between(0.011, 0.019)
  const length = dice.between(0.16, 0.34)
  const color = palette.mood === "day" ? white : mix(palette.sky[2], palette.light, 0.35)
  const ink = flat(color, palette.mood === "day" ? 0.72 : palette.mood === "dusk" ? 0.36 : 0.13)
  return [-1, 0, 1].map((bar) => {
    const lean = dice.between(-0.3, 0.3) * length
    const share = bar === 0 ? 1 : dice.between(0.35, 0.7)
    return pill({ x: x + (bar === 0 ? 0 : lean), y: y + bar * 2 * radius, radius }, length * share, ink)
  })
}

const halo = (sun: Circle, palette: Palette): ReadonlyArray<Shape> => {
  const strength = palette.mood === "night" ? 0.4 : 0.75
  return [
    glow({ ...sun, radius: sun.radius * 5.5 }, flat(mix(palette.sky[2], palette.light, 0.55), strength)),
    disc({ ...sun, radius: sun.radius * 2.15 }, flat(palette.light, 0.08)),
    disc({ ...sun, radius: sun.radius * 1.5 }, flat(palette.light, 0.12))
  ]
}

const orb = (sun: Circle, palette: Palette, dice: Dice): ReadonlyArray<Shape> => {
  if (palette.mood === "night") {
    if (dice.chance(0.5)) {
      const cut = { x: sun.x + sun.radius * 0.42, y: sun.y - sun.radius * 0.2, radius: sun.radius * 0.86 }
      return [crescent(sun, cut, flat(palette.light))]
    }
    const crater = (x: number, y: number, size: number): Shape =>
      disc(
        { x: sun.x + x * sun.radius, y: sun.y + y * sun.radius, radius: size * sun.radius },
        flat(palette.sky[2], 0.22)
      )
    return [
      disc(sun, flat(palette.light)),
      crater(-0.35, -0.2, 0.24),
      crater(0.3, 0.32, 0.32),
      crater(0.32, -0.42, 0.14)
    ]
  }
  const low = mix(palette.light, palette.sky[1], palette.mood === "dusk" ? 0.6 : 0.08)
  const body = disc(sun, fade(palette.light, low))
  return dice.chance(0.35)
    ? [body, ring({ ...sun, radius: sun.radius * 1.28 }, 0.006, flat(palette.light, 0.6))]
    : [body]
}

/** Sky, sun or moon with its light, stars at night, some clouds; the land begins at `horizon`, in units from the top. */
export const heavens = (dice: Dice, palette: Palette, view: View, horizon: number): Heavens => {
  const lowest = palette.mood === "dusk" ? 0.86 : 0.55
  const sun = {
    x: view.width * (dice.pick([0.3, 0.5, 0.7]) + dice.between(-0.06, 0.06)),
    y: horizon * dice.between(palette.mood === "dusk" ? 0.5 : 0.25, lowest),
    radius: palette.mood === "dusk" ? dice.between(0.09, 0.14) : dice.between(0.055, 0.095)
  }
  const clouds = dice.fork()
  const count = dice.whole(palette.mood === "night" ? 0 : 2, palette.mood === "night" ? 2 : 5)
  const sparks = dice.fork()
  return {
    sun,
    shapes: [
      backdrop(palette.sky, 0.55 * (horizon / view.height)),
      ...(palette.mood === "night" ? stars(sparks, view, horizon) : []),
      ...halo(sun, palette),
      ...orb(sun, palette, dice.fork()),
      ...Array.from({ length: count }, (_, i) => cloud(clouds, palette, view, horizon, (i + 0.5) / count)).flat()
    ]
  }
}
