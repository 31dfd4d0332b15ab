import { land } from "./bands.js"
import { city } from "./city.js"
import { drifting, rolling, spruces } from "./lines.js"
import { peaks } from "./peaks.js"
import { sea } from "./sea.js"
import type { Ground } from "./setting.js"
import { misty, ranges } from "./setting.js"

const hills: Ground = (setting) =>
  ranges(setting, setting.dice.whole(4, 6), (share) => ({
    profile: rolling(setting.dice, 0.7 + 0.7 * share),
    height: 0.17 + 0.06 * share
  })).map(({ line, share }) => land(line, 0.38, misty(setting.palette, share)))

const dunes: Ground = (setting) =>
  ranges(setting, setting.dice.whole(4, 5), (share) => ({
    profile: drifting(setting.dice, 0.8 + 0.9 * share),
    height: 0.12 + 0.1 * share
  })).map(({ line, share }) => land(line, 0.3, misty(setting.palette, share)))

const forest: Ground = (setting) => {
  const { dice, palette } = setting
  return ranges(setting, dice.whole(4, 5), (share) => {
    const soil = rolling(dice, 0.8 + 0.8 * share)
    const trees = spruces(dice, 0.026 + 0.045 * share)
    const tall = 0.05 + 0.17 * share
    return { height: 1, profile: (x) => 0.13 * soil(x) + tall * trees(x) }
  }).map(({ line, share }) => land(line, 0.42, misty(palette, share)))
}

/** The grounds by the motif that asks for them. */
export const grounds = { hills, peaks, dunes, forest, city, sea } as const
