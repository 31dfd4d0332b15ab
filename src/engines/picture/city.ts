import type { Line } from "./bands.js"
import { land } from "./bands.js"
import type { Shape } from "./canvas.js"
import { flat } from "./ink.js"
import { towers } from "./lines.js"
import type { Ground, Setting } from "./setting.js"
import { misty, ranges } from "./setting.js"
import { pill } from "./shapes.js"

const windows = (setting: Setting, line: Line, share: number): ReadonlyArray<Shape> => {
  const { dice, palette, view } = setting
  const ink = flat(palette.light, (palette.mood === "day" ? 0.3 : 0.75) * (0.25 + 0.75 * share))
  const step = 0.014 + 0.008 * share
  const lit: Array<Shape> = []
  for (let x = step; x < view.width; x += step) {
    // Dice for each column, so that a window more or less in one does not move those in the next.
    const column = dice.fork()
    // The lowest roof nearby, so that no window hangs over the edge of its tower.
    const roof = Math.max(line(x - step * 0.6), line(x), line(x + step * 0.6))
    // Further down the next row of towers stands in front, save in a frame so tall that its windows would never end.
    const foot = Math.min(view.height, roof + 0.9)
    for (let y = Math.ceil(roof / step + 0.8) * step; y < foot; y += step) {
      if (column.chance(0.2)) lit.push(pill({ x, y, radius: step * 0.17 }, step * 0.25, ink))
    }
  }
  return lit
}

/** Four rows of towers, a fifth of their windows lit. */
export const city: Ground = (setting) => {
  const { dice, palette } = setting
  return ranges(setting, 4, (share) => ({
    profile: towers(dice, 0.05 + 0.035 * share),
    height: 0.34 - 0.1 * share
  })).flatMap(({ line, share }) => [land(line, 0.45, misty(palette, share)), ...windows(setting, line, share)])
}
