import type { OverTime } from "../report/Timeline.js"
import type { Span } from "./axis.js"
import { gridLines, place, tickLabels } from "./axis.js"
import { count } from "./figures.js"
import type { Html } from "./Html.js"
import { html, nothing } from "./Html.js"

/** A band of a stacked picture: its colour, a class of the style sheet, and how much it is in each bin. */
export interface Band {
  readonly colour: string
  readonly amounts: ReadonlyArray<number>
}

/** What a stacked picture shows. */
export interface Stacked {
  readonly id: string
  readonly title: string
  readonly description: string
  /** What the numbers count, such as `items in flight`. */
  readonly unit: string
  /** From the bottom up. */
  readonly bands: ReadonlyArray<Band>
  readonly bins: Pick<OverTime, "start" | "width">
  readonly span: Span
  /** Of the bands. Unit: CSS pixels. */
  readonly height: number
  /** What stands above the bands, and how high that is. */
  readonly above?: { readonly height: number; readonly marks: Html }
}

/** Bands one upon the other over time, with a scale that begins at zero. */
export const stackedChart = ({ above, bands, bins, description, height, id, span, title, unit }: Stacked): Html => {
  const top = roundUp(Math.max(...sums(bands), 1))
  const y = above?.height ?? 0
  const level = (at: number, text: string) => html`<text class="level" x="4" y="${y + at + 14}">${text}</text>`
  return html`<svg class="chart" role="img" aria-labelledby="${id}-title ${id}-desc" width="100%" height="${y + height + 24}">
<title id="${id}-title">${title}</title>
<desc id="${id}-desc">${description}</desc>
${above?.marks ?? nothing}
<svg y="${y}" width="100%" height="${height}" viewBox="0 0 1000 ${height}" preserveAspectRatio="none">
${areas(bands, bins, span, (amount) => Math.round((1 - amount / top) * height * 10) / 10)}
${gridLines(span, height)}<path class="grid" d="M0 ${height / 2}H1000M0 0H1000"/><path class="ground" d="M0 ${height}H1000"/>
</svg>
${level(0, `${count(top)} ${unit}`)}${level(height / 2, count(top / 2))}
${tickLabels(span, y + height + 16)}
</svg>`
}

/** How much all bands together are in each bin. */
export const sums = (bands: ReadonlyArray<Band>): ReadonlyArray<number> =>
  bands[0]?.amounts.map((_, bin) => bands.reduce((sum, { amounts }) => sum + (amounts[bin] ?? 0), 0)) ?? []

/** The next number up that is easily halved. */
const roundUp = (amount: number): number => {
  const size = 10 ** Math.floor(Math.log10(amount))
  return [1, 2, 4, 6, 8, 10].map((step) => step * size).find((round) => round >= amount && round >= 2) ?? 2
}

/** Each band as stairs of the bins' width: what stays the same is flat, and what is gone leaves nothing behind. */
const areas = (
  bands: ReadonlyArray<Band>,
  { start, width }: Stacked["bins"],
  span: Span,
  y: (amount: number) => number
): ReadonlyArray<Html> => {
  const x = place(span)
  let below: ReadonlyArray<number> = bands[0]?.amounts.map(() => 0) ?? []
  return bands.map(({ amounts, colour }) => {
    const above = amounts.map((amount, bin) => amount + (below[bin] ?? 0))
    const forth = above.map(
      (amount, bin) => `${bin === 0 ? "M" : "L"}${x(start + bin * width)} ${y(amount)}H${x(start + (bin + 1) * width)}`
    )
    const back = below.map((amount, bin) => `V${y(amount)}H${x(start + bin * width)}`).reverse()
    below = above
    return html`<path class="${colour}" d="${forth.join("")}${back.join("")}Z"/>`
  })
}
