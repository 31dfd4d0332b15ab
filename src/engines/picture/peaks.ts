import type { Line } from "./bands.js"
import { land, strip } from "./bands.js"
import { fade, flat } from "./ink.js"
import type { Profile } from "./lines.js"
import { rolling, rugged } from "./lines.js"
import { mix, oklch } from "./oklab.js"
import type { Ground } from "./setting.js"
import { misty, shades } from "./setting.js"

/** Straight-sided mountains, lit from the side where the sun stands, snow on the far ones, a meadow at their foot. */
export const peaks: Ground = (setting) => {
  const { dice, horizon, palette, sun, view } = setting
  const snow = mix(oklch(0.98, 0.01, 250), palette.sky[2], 0.25)
  const mirrored = sun.x > view.width / 2
  const ranged = Array.from({ length: 3 }, (_, i) => {
    const share = i / 3
    const { outline, shade } = rugged(dice, 0.5 + 0.3 * share)
    const edge = rugged(dice, 0.055).outline
    const foot = horizon + 0.04 + (view.height - horizon) * share * 0.75
    const high = 0.36 - 0.1 * share
    const line =
      (profile: Profile): Line =>
      (x) =>
        foot - high * profile(mirrored ? view.width - x : x)
    const dark = mix(shades(palette, Math.min(1, share + 0.35)), palette.sky[0], 0.3)
    return [
      land(line(outline), 0.42, misty(palette, share)),
      ...(i < 2
        ? [strip(line(outline), (x) => foot - high * (0.62 + 0.12 * edge(x)), 0.2, flat(snow, 0.9 - 0.3 * i))]
        : []),
      land(line(shade), 0.4, fade(dark, mix(dark, palette.sky[2], 0.5), 0.38))
    ]
  })
  const meadow = rolling(dice, 1.3)
  return [...ranged.flat(), land((x) => view.height * 0.97 - 0.16 * meadow(x), 0.3, misty(palette, 1))]
}
