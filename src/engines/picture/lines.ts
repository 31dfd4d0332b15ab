import type { Dice } from "./dice.js"

/** How high something stands at each distance from the left: 0 on the ground, about 1 at the top. */
export type Profile = (x: number) => number

const tableSize = 128

// Endless, because a frame may be many units wide.
const table = (dice: Dice, low: number, high: number): ((cell: number) => number) => {
  const values = Array.from({ length: tableSize }, () => dice.between(low, high))
  return (cell) => values[((cell % tableSize) + tableSize) % tableSize] ?? low
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share

const soft = (share: number): number => share * share * (3 - 2 * share)

/** Rolling country: gentle waves, about `length` units from one to the next. */
export const rolling = (dice: Dice, length: number): Profile => {
  const wide = table(dice, 0, 1)
  const narrow = table(dice, 0, 1)
  const shift = dice.between(0, tableSize)
  const wave = (at: (cell: number) => number, x: number): number => {
    const cell = Math.floor(x)
    return between(at(cell), at(cell + 1), soft(x - cell))
  }
  return (x) => 0.8 * wave(wide, x / (length / 2) + shift) + 0.2 * wave(narrow, x / (length / 5) + shift)
}

/** Mountains: their outline, and the height up to which their faces lie in shade. */
export interface Mountains {
  readonly outline: Profile
  readonly shade: Profile
}

/** Straight-sided mountains lit from the left, about `length` units from summit to summit. */
export const rugged = (dice: Dice, length: number): Mountains => {
  const summit = table(dice, 0.55, 1)
  const saddle = table(dice, 0, 0.35)
  const lean = table(dice, -0.28, 0.28)
  const notch = table(dice, -0.035, 0.035)
  const shift = dice.between(0, tableSize)
  // Even cells are summits, odd ones saddles.
  const height = (cell: number): number => (cell % 2 === 0 ? summit(cell) : saddle(cell))
  const place = (cell: number): number => cell + lean(cell)
  const locate = (x: number) => {
    const at = x / (length / 2) + shift
    const nearest = Math.round(at)
    const cell = at < place(nearest) ? nearest - 1 : nearest
    return { at, cell, share: (at - place(cell)) / (place(cell + 1) - place(cell)) }
  }
  const jag = (at: number): number => {
    const step = Math.floor(at * 5)
    return between(notch(step), notch(step + 1), at * 5 - step)
  }
  const outline: Profile = (x) => {
    const { at, cell, share } = locate(x)
    return between(height(cell), height(cell + 1), share) + jag(at) * 4 * share * (1 - share)
  }
  const shade: Profile = (x) => {
    const { at, cell, share } = locate(x)
    // Behind the summit all is in shade; before it, what lies below a spur that falls steeply from the summit.
    return cell % 2 === 0 ? outline(x) : height(cell + 1) - 2.4 * (1 - share) + 3 * jag(at * 3) * (1 - share)
  }
  return { outline, shade }
}

/** Dunes: round hollows that meet in sharp crests. */
export const drifting = (dice: Dice, length: number): Profile => {
  const first = dice.between(0, Math.PI)
  const second = dice.between(0, Math.PI)
  const crest = (x: number): number => 1 - Math.abs(Math.sin(x))
  return (x) =>
    0.72 * crest((x / length) * Math.PI + first + 0.35 * Math.sin(x * 2.1 + second)) +
    0.28 * crest((x / length) * Math.PI * 0.53 + second)
}

/** Pointed trees about `spacing` units apart, some missing; 1 is a tall one. */
export const spruces = (dice: Dice, spacing: number): Profile => {
  const height = table(dice, 0.45, 1)
  const offset = table(dice, -0.45, 0.45)
  const tree = (cell: number, at: number): number => {
    const tall = height(cell)
    const away = Math.abs(at - cell - offset(cell)) / (0.25 + 0.35 * tall)
    // Four tiers of branches: each reaches out a little beyond the foot of the one above.
    const tiers = 0.3 * ((away * 4) % 1) * away
    return away >= 1 ? 0 : tall * (1 - away + tiers)
  }
  return (x) => {
    const at = x / spacing
    const cell = Math.round(at)
    return Math.max(tree(cell - 1, at), tree(cell, at), tree(cell + 1, at))
  }
}

/** Flat-roofed towers about `spacing` units wide, side by side. */
export const towers = (dice: Dice, spacing: number): Profile => {
  const height = table(dice, 0.2, 1)
  const wall = table(dice, -0.3, 0.3)
  const mast = table(dice, 0, 1)
  return (x) => {
    const at = x / spacing
    const nearest = Math.round(at)
    const cell = at < nearest + wall(nearest) ? nearest - 1 : nearest
    const middle = cell + 0.5 + (wall(cell) + wall(cell + 1)) / 2
    const spire = mast(cell) > 0.8 && Math.abs(at - middle) < 0.035 ? 0.22 : 0
    return height(cell) ** 1.6 + spire
  }
}
