import type { Line } from "./bands.js"
import { land } from "./bands.js"
import type { Shape } from "./canvas.js"
import { fade, flat } from "./ink.js"
import { rolling } from "./lines.js"
import { mix } from "./oklab.js"
import type { Ground, Setting } from "./setting.js"
import { shades } from "./setting.js"
import { pill } from "./shapes.js"

const glitter = (setting: Setting): ReadonlyArray<Shape> => {
  const { dice, horizon, palette, sun, view } = setting
  const rows = 13
  return Array.from({ length: rows }, (_, i) => {
    const share = i / rows
    const radius = 0.0025 + 0.0045 * share
    const y = horizon + 0.012 + (view.height - horizon) * 0.62 * share ** 1.25
    const x = sun.x + dice.between(-0.35, 0.35) * sun.radius
    return pill({ x, y, radius }, sun.radius * dice.between(0.5, 1.9), flat(palette.light, 0.75 - 0.5 * share))
  })
}

/** Waves under a level horizon, and the light of the sun or moon on the water. */
export const sea: Ground = (setting) => {
  const { dice, horizon, palette, view } = setting
  const count = 6
  const deep = shades(palette, 0.35)
  const water = land(() => horizon, view.height - horizon, fade(mix(palette.sky[2], deep, 0.45), shades(palette, 0.7)))
  const waves = Array.from({ length: count }, (_, i) => {
    const share = (i + 1) / count
    const y = horizon + (view.height - horizon) * (0.1 + 0.74 * share ** 1.3)
    const length = 0.16 + 0.3 * share
    const phase = dice.between(0, 7)
    const swell = rolling(dice, 0.9)
    const line: Line = (x) =>
      y - (0.006 + 0.022 * share) * Math.sin((x / length) * 2 * Math.PI + phase) - 0.03 * share * swell(x)
    const color = shades(palette, 0.25 + 0.7 * share)
    return land(line, 0.3, fade(color, mix(color, palette.sky[1], 0.12), 0.8))
  })
  return [water, ...waves.slice(0, -2), ...glitter(setting), ...waves.slice(-2)]
}
