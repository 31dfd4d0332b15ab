import { backdrop, land } from "./bands.js"
import type { Shape, View } from "./canvas.js"
import type { Dice } from "./dice.js"
import { fade, flat } from "./ink.js"
import { rolling } from "./lines.js"
import { mix } from "./oklab.js"
import type { Palette } from "./palette.js"
import type { Circle } from "./shapes.js"
import { disc, glow, ring } from "./shapes.js"

// The columns spread the circles of a kind over the width; left to the dice alone they would pile up.
const spread = (count: number, draw: (column: number) => ReadonlyArray<Shape>): ReadonlyArray<Shape> =>
  Array.from({ length: count }, (_, i) => draw((i + 0.5) / count)).flat()

const circleIn =
  (dice: Dice, view: View) =>
  (least: number, most: number, column: number): Circle => ({
    x: view.width * (column + dice.between(-0.1, 0.1)),
    y: view.height * dice.between(0.1, 0.78),
    radius: dice.between(least, most)
  })

const target = (dice: Dice, palette: Palette, outer: Circle): ReadonlyArray<Shape> => {
  const [first, second, third] = palette.accents
  const color = dice.pick(palette.accents)
  const core = dice.pick([first, second, third, palette.light])
  const eye = dice.pick([palette.light, palette.land[2], first])
  const body = disc(outer, fade(color, mix(color, palette.sky[1], 0.55), dice.between(0.72, 0.95)))
  if (dice.chance(0.4)) return [body]
  return [
    body,
    disc({ ...outer, radius: outer.radius * 0.66 }, fade(core, mix(core, color, 0.6), 0.85)),
    disc({ ...outer, radius: outer.radius * 0.3 }, flat(eye, 0.9))
  ]
}

const swell = (dice: Dice, palette: Palette, foot: number, share: number): Shape => {
  const profile = rolling(dice, 1.1)
  const color = mix(palette.accents[1], palette.land[2], share)
  return land((x) => foot - 0.16 * profile(x), 0.4, fade(color, mix(color, palette.accents[3], 0.4), 0.88))
}

/** A picture without land: large circles that overlap, a few rings and dots, and two swells at the foot. */
export const orbs = (dice: Dice, palette: Palette, view: View): ReadonlyArray<Shape> => {
  const [first, second, third] = palette.accents
  const circle = circleIn(dice, view)
  return [
    backdrop(palette.sky, 0.55),
    glow(circle(0.7, 0.9, dice.between(0.1, 0.9)), flat(palette.light, 0.45)),
    ...spread(dice.whole(4, 6), (column) => target(dice, palette, circle(0.15, 0.34, column))),
    ...spread(dice.whole(2, 4), (column) => [
      ring(circle(0.1, 0.3, column), dice.between(0.004, 0.018), flat(dice.pick([palette.light, third, first]), 0.75))
    ]),
    ...spread(dice.whole(5, 9), (column) => [
      disc(circle(0.012, 0.045, column), flat(dice.pick([palette.light, first, second]), 0.9))
    ]),
    swell(dice, palette, view.height * 0.9, 0.35),
    swell(dice, palette, view.height, 0.8)
  ]
}
