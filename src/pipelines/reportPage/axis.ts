import { duration } from "./figures.js"
import type { Html } from "./Html.js"
import { html } from "./Html.js"

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

/** Distances of ticks that one reads without reckoning. Unit: milliseconds. */
const distances = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((count) => count * day)
]

/** How far apart ticks lie, so that there are at most `most` of them behind the first. */
const distanceOf = (span: number, most: number): number =>
  distances.find((distance) => span / distance <= most) ?? span / most

/** The time that a picture shows, from its left edge to its right. Unit: milliseconds since the run began. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where an instant lies, from 0 at the left edge to 1000 at the right. */
export const place =
  ({ end, start }: Span) =>
  (at: number): number =>
    Math.round((Math.min(Math.max(at, start), end) - start) * (10_000 / Math.max(end - start, 1e-9))) / 10

/** The instants that are marked, each other one of which is left out where there is little room. */
export const ticks = (span: Span): ReadonlyArray<number> => {
  const distance = distanceOf(span.end - span.start, 8)
  const first = Math.max(0, Math.ceil(span.start / distance))
  const all = Math.floor(span.end / distance) - first + 1
  return Array.from({ length: Math.max(1, Math.min(all, 20)) }, (_, index) => (first + index) * distance)
}

/** Lines at the ticks, from top to bottom of a picture that is stretched to its width. */
export const gridLines = (span: Span, height: number): Html =>
  html`<path class="grid" d="${ticks(span)
    .map((at) => `M${place(span)(at)} 0V${height}`)
    .join("")}"/>`

/** The ticks' labels, for a picture of any width of which this part is time, at this height. */
export const tickLabels = (span: Span, y: number, ofWidth = 1): Html =>
  html`${ticks(span).map((at, index) => {
    const x = place(span)(at)
    const anchor = x < 30 ? "start" : x > 960 ? "end" : "middle"
    const label = at === 0 ? "0" : duration(at)
    return html`<text class="tick${index % 2 === 1 ? " odd" : ""}" x="${Math.round(x * ofWidth) / 10}%" y="${y}" text-anchor="${anchor}">${label}</text>`
  })}`
