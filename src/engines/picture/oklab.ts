/** A colour in OKLab, where equal steps look equal: lightness 0..1, then green to red and blue to yellow. */
export interface Oklab {
  readonly l: number
  readonly a: number
  readonly b: number
}

/** Red, green and blue as a screen takes them, 0..255, not rounded. */
export interface Rgb {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** The colour part of the way from one to another; 0 is the first, 1 the second. */
export const mix = (from: Oklab, to: Oklab, share: number): Oklab => ({
  l: from.l + (to.l - from.l) * share,
  a: from.a + (to.a - from.a) * share,
  b: from.b + (to.b - from.b) * share
})

// The matrices are Björn Ottosson's, https://bottosson.github.io/posts/oklab/.
const toLinear = (color: Oklab): Rgb => {
  const l = (color.l + 0.3963377774 * color.a + 0.2158037573 * color.b) ** 3
  const m = (color.l - 0.1055613458 * color.a - 0.0638541728 * color.b) ** 3
  const s = (color.l - 0.0894841775 * color.a - 1.291485548 * color.b) ** 3
  return {
    r: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    g: -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    b: -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  }
}

const gamma = (value: number): number => {
  const v = Math.min(1, Math.max(0, value))
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
}

/** The colour for a screen; what a screen cannot show is clipped. */
export const toRgb = (color: Oklab): Rgb => {
  const { r, g, b } = toLinear(color)
  return { r: gamma(r), g: gamma(g), b: gamma(b) }
}

const shows = (color: Oklab): boolean => {
  const { r, g, b } = toLinear(color)
  const least = -0.0005
  const most = 1.0005
  return r >= least && g >= least && b >= least && r <= most && g <= most && b <= most
}

const polar = (l: number, chroma: number, hue: number): Oklab => ({
  l,
  a: chroma * Math.cos((hue * Math.PI) / 180),
  b: chroma * Math.sin((hue * Math.PI) / 180)
})

/** A colour by lightness (0..1), chroma (0 grey, 0.2 vivid) and hue (degrees), greyed until a screen can show it. */
export const oklch = (lightness: number, chroma: number, hue: number): Oklab => {
  const l = Math.min(1, Math.max(0, lightness))
  let kept = chroma
  while (kept > 0.002 && !shows(polar(l, kept, hue))) kept *= 0.95
  return polar(l, kept, hue)
}
