import type { Line } from "./bands.js"
import type { Shape, View } from "./canvas.js"
import type { Dice } from "./dice.js"
import type { Ink } from "./ink.js"
import { fade } from "./ink.js"
import type { Profile } from "./lines.js"
import type { Oklab } from "./oklab.js"
import { mix } from "./oklab.js"
import type { Palette } from "./palette.js"
import type { Circle } from "./shapes.js"

/** What a ground needs to know of the picture that it closes. */
export interface Setting {
  readonly dice: Dice
  readonly palette: Palette
  readonly view: View
  /** Where the land begins, in units from the top. */
  readonly horizon: number
  readonly sun: Circle
}

/** The ground of a picture, the furthest shape first. */
export type Ground = (setting: Setting) => ReadonlyArray<Shape>

/** The colour of land at a share of the way from the horizon to the foot of the picture. */
export const shades = (palette: Palette, share: number): Oklab => {
  const [far, middle, near] = palette.land
  return share < 0.5 ? mix(far, middle, share * 2) : mix(middle, near, share * 2 - 1)
}

/** The ink of such land: it pales towards its foot, as if mist lay in front of what comes next. */
export const misty = (palette: Palette, share: number): Ink => {
  const color = shades(palette, share)
  return fade(color, mix(color, palette.sky[2], 0.42 * (1 - share * 0.75)))
}

/** One of the lines of land that stand behind each other. */
export interface Range {
  readonly line: Line
  /** Where it stands: 0 at the horizon, 1 at the foot of the picture. */
  readonly share: number
}

/** Lines of land from the horizon to the foot of the picture; `look` shapes each, its height in units. */
export const ranges = (
  setting: Setting,
  count: number,
  look: (share: number) => { readonly profile: Profile; readonly height: number }
): ReadonlyArray<Range> => {
  const { horizon, view } = setting
  return Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1)
    const { height, profile } = look(share)
    const foot = horizon + (view.height - horizon) * share * 0.86
    return { share, line: (x) => foot - height * profile(x) }
  })
}
