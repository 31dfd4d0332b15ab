import type { Dice } from "./dice.js"
import type { Oklab } from "./oklab.js"
import { mix, oklch } from "./oklab.js"
import type { Mood, PromptHints } from "./promptHints.js"

/** The colours of one picture, all derived from one or two hues so that they go together. */
export interface Palette {
  readonly mood: Mood
  readonly sky: readonly [top: Oklab, middle: Oklab, horizon: Oklab]
  /** The sun or the moon. */
  readonly light: Oklab
  /** Land at the horizon, where it nearly melts into the sky, half way, and at the foot of the picture. */
  readonly land: readonly [far: Oklab, middle: Oklab, near: Oklab]
  /** Colours that stand out from the sky. */
  readonly accents: readonly [Oklab, Oklab, Oklab, Oklab]
}

// Lightness and chroma of each part in each light.
const tones = {
  day: {
    sky: { top: [0.68, 0.12], middle: [0.83, 0.085], horizon: [0.95, 0.045] },
    light: [0.97, 0.08],
    land: { middle: [0.6, 0.1], near: [0.36, 0.085] }
  },
  dusk: {
    sky: { top: [0.42, 0.13], middle: [0.66, 0.16], horizon: [0.87, 0.11] },
    light: [0.95, 0.1],
    land: { middle: [0.49, 0.1], near: [0.22, 0.075] }
  },
  night: {
    sky: { top: [0.17, 0.055], middle: [0.3, 0.09], horizon: [0.52, 0.11] },
    light: [0.95, 0.04],
    land: { middle: [0.29, 0.08], near: [0.13, 0.04] }
  }
} as const

// How far, in degrees, the hue of the sky turns on its way from the top to the horizon.
const turns = { day: 45, dusk: 130, night: 70 } as const

// Hues at which a sky of any lightness stays pleasant; sour yellows and greens are left to prompts that name them.
const skies = [15, 40, 170, 200, 230, 250, 265, 285, 305, 335, 355] as const

const towards = (hue: number, target: number, by: number): number => {
  const way = target - hue
  return hue + Math.sign(way) * Math.min(Math.abs(way), by)
}

// Haze is lit: blues turn orange through magenta, greens through yellow, and what is orange already stays.
// By night nothing is orange: blues turn purple, and the rest stays.
const warmer = (hue: number, by: number, mood: Mood): number => {
  if (mood === "night") return hue > 210 && hue < 340 ? towards(hue, 340, by) : hue
  return hue > 210 ? towards(hue, 425, by) : hue > 45 && hue < 95 ? hue : towards(hue, 65, by)
}

// Heights are in shade: a dark orange is mud, so warm hues turn through red to purple and green ones to blue.
const cooler = (hue: number, by: number): number =>
  hue > 290 ? towards(hue, 290, by) : hue < 110 ? towards(hue, -70, by) : towards(hue, 270, by)

// Half way between two hues by the shorter side, but from orange to blue through magenta: a mixture would be grey.
const halfWay = (one: number, other: number): number => {
  const way = ((((other - one) % 360) + 540) % 360) - 180
  const middle = one + way / 2
  const throughGreen = Math.abs(way) > 140 && Math.cos(((middle - 150) * Math.PI) / 180) > 0
  return throughGreen ? middle + 180 : middle
}

// Yellow is only clean when it is light; a darker one is olive.
const clean = (lightness: number, chroma: number, hue: number): Oklab => {
  const yellow = Math.max(0, Math.cos(((hue - 95) * Math.PI) / 180)) ** 3
  return oklch(lightness + (0.86 - lightness) * yellow, chroma, hue)
}

/** The palette of a prompt: hue words first, then the light that it names, the rest rolled. */
export const paletteOf = (hints: PromptHints, dice: Dice): Palette => {
  const rolled = dice.pick(skies)
  const hue = (hints.hues[0] ?? rolled) + dice.between(-8, 8)
  // A dark gold would be brown: at night only if the prompt says so.
  const golden = hue > 45 && hue < 125
  const mood = hints.mood ?? dice.pick(["day", "dusk", "dusk", golden ? "dusk" : "night"])
  // A prompt that names a colour gets it and its neighbours, not its opposite.
  const named = hints.hues.length > 0
  const contrast = dice.pick(named ? [-45, -30, 30, 45] : [-150, 150, 180, 60, -60])
  const second = hints.hues[1] ?? hue + contrast
  const vivid = hints.vividness * dice.between(0.9, 1.1)
  const shade = dice.between(-0.025, 0.025)
  const tone = ([lightness, chroma]: readonly [number, number], at: number): Oklab =>
    oklch(lightness + shade, chroma * vivid, at)
  const { land, light, sky } = tones[mood]
  const turn = turns[mood] * dice.between(0.8, 1.1)
  const hazeHue = warmer(hue, turn * 0.6, mood)
  const groundHue = hints.hues[1] ?? cooler(hue, turn * 0.6) + dice.between(-15, 15)
  const haze = tone(sky.horizon, hazeHue)
  const middle = tone(land.middle, halfWay(hazeHue, groundHue))
  const lit = mood === "night" ? tone(sky.middle, hue) : clean(sky.middle[0] + shade, sky.middle[1] * vivid, hue)
  return {
    mood,
    sky: [tone(sky.top, cooler(hue, turn * 0.5)), lit, haze],
    light: tone(light, mood === "night" ? hue + contrast / 3 : 85),
    land: [mix(haze, middle, 0.38), middle, tone(land.near, groundHue)],
    accents: [
      clean(0.7, 0.16 * vivid, second),
      clean(0.58, 0.17 * vivid, named ? hue : second + 35),
      clean(0.84, 0.11 * vivid, hue + 25),
      clean(0.45, 0.14 * vivid, hue - 30)
    ]
  }
}
