import type { Bar, ItemRow } from "../report/Timeline.js"
import type { Span } from "./axis.js"
import { gridLines, place, tickLabels } from "./axis.js"
import { counted, duration } from "./figures.js"
import type { Content, Html } from "./Html.js"
import { html, nothing } from "./Html.js"
import { key } from "./parts.js"
import type { StepStyle } from "./stepStyles.js"
import { styleOf } from "./stepStyles.js"

/** The height of a row's picture. Unit: CSS pixels. */
const height = 18

/** How much of the width is time: the rest is room for the mark of an end. */
const ofWidth = 0.97

/** How items are shown one by one. */
export interface RowsOptions {
  readonly caption: string
  /** When the run ended. Unit: milliseconds since it began. */
  readonly now: number
  /** Whether each item's time begins at its own start, and not at the run's. */
  readonly isOwn: boolean
  readonly styles: ReadonlyMap<string, StepStyle>
}

/** Items one by one, each with its steps over time. Its roles are written out, for the style lays rows out anew. */
export const rows = (items: ReadonlyArray<ItemRow>, options: RowsOptions): Html => {
  const { caption, isOwn, now } = options
  const took = Math.max(...items.map(({ end = now, start }) => end - start))
  const span = { start: 0, end: Math.max(isOwn ? took : now, 1) }
  const head = (title: string) => html`<th role="columnheader" scope="col">${title}</th>`
  return html`<table class="rows" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head("Item")}
<th role="columnheader" scope="col"><span class="unseen">Steps over time</span><svg class="axis" aria-hidden="true" width="100%" height="20">${tickLabels(span, 14, ofWidth)}</svg></th>
${isOwn ? head("Began after") : nothing}${head("Took")}</tr></thead>
<tbody role="rowgroup">${items.map((item) => row(item, span, options))}</tbody>
</table>`
}

const row = (item: ItemRow, span: Span, { isOwn, now, styles }: RowsOptions): Html => {
  const shown = spanned(item, now, isOwn ? item.start : 0)
  const cell = (content: Content) => html`<td role="cell">${content}</td>`
  return html`<tr role="row"><th role="rowheader" scope="row">${key(item.item)}</th>${cell(picture(shown, span, styles))}${
    isOwn ? cell(html`<small>${duration(item.start)}</small>`) : nothing
  }${cell(outcome(shown))}</tr>
`
}

/** A row whose bars all have an end, that of the run if need be, and whose times begin at `zero`. */
interface Shown extends Omit<ItemRow, "end" | "steps"> {
  readonly end: number
  readonly isOpen: boolean
  readonly steps: ReadonlyArray<Bar & { readonly end: number }>
}

const spanned = (item: ItemRow, now: number, zero: number): Shown => ({
  ...item,
  isOpen: item.end === undefined,
  start: item.start - zero,
  end: (item.end ?? now) - zero,
  steps: item.steps.map((bar) => ({ ...bar, start: bar.start - zero, end: (bar.end ?? now) - zero }))
})

const outcome = ({ end, start, state }: Shown): Html => {
  const took = duration(end - start)
  if (state === "done") return html`${took}`
  if (state === "failed") return html`<b class="failed">${took}</b>`
  return html`<small>${state}</small> ${took}`
}

const picture = (item: Shown, span: Span, styles: ReadonlyMap<string, StepStyle>): Html => {
  const x = place(span)
  const lanes = lanesOf(item.steps)
  const thick = Math.max(2, Math.floor((height - 4) / Math.max(1, ...lanes.map(({ lane }) => lane + 1))))
  const bars = new Map<string, string>()
  for (const { bar, lane } of lanes) {
    const kind = bar.state === "failed" ? "bad" : styleOf(styles, bar.step).colour
    const left = x(bar.start)
    const wide = Math.max(1.5, Math.round((x(bar.end) - left) * 10) / 10)
    bars.set(kind, `${bars.get(kind) ?? ""}M${left} ${2 + lane * thick}h${wide}v${thick}h-${wide}Z`)
  }
  const wait = html`<path class="wait${item.isOpen ? " open" : ""}" d="M${x(item.start)} ${height / 2}H${x(item.end)}"/>`
  const drawn = [...bars].map(([kind, d]) => html`<path class="${kind}" d="${d}"/>`)
  return html`<svg role="img" width="100%" height="${height}"><title>${described(item, styles)}</title>
<svg width="${ofWidth * 100}%" height="${height}" viewBox="0 0 1000 ${height}" preserveAspectRatio="none">${gridLines(span, height)}${wait}${drawn}</svg>${endMark(item, x(item.end))}</svg>`
}

/** What an end looks like is told without colour: a cross where it failed, an arrow where there was none yet. */
const endMark = ({ isOpen, state }: Shown, at: number): Html => {
  const mark = state === "failed" ? "✕" : "▸"
  return state !== "failed" && !isOpen
    ? nothing
    : html`<text class="${state === "failed" ? "cross" : "arrow"}" x="${Math.round(at * ofWidth) / 10}%" dx="3" y="14">${mark}</text>`
}

/** How many kinds of steps a picture's description tells of. */
const told = 8

const described = (
  { end, omitted, start, state, steps, tag }: Shown,
  styles: ReadonlyMap<string, StepStyle>
): string => {
  const times = new Map<string, number>()
  for (const bar of steps) {
    const { name } = styleOf(styles, bar.step)
    times.set(name, (times.get(name) ?? 0) + bar.end - bar.start)
  }
  const parts = [...times].slice(0, told).map(([name, time]) => `${name} ${duration(time)}`)
  const more = omitted === 0 ? [] : [`${counted(omitted, "more step")} not shown`]
  const what = tag === undefined ? state : `${state} with ${tag}`
  return [`${what}, took ${duration(end - start)}`, ...parts, ...more].join("; ")
}

/** Steps that overlap lie one below the other, in up to four lanes. */
const lanesOf = <A extends { readonly start: number; readonly end: number }>(bars: ReadonlyArray<A>) => {
  const ends: Array<number> = []
  return bars.map((bar) => {
    const free = ends.findIndex((end) => end <= bar.start)
    const lane = Math.min(free === -1 ? ends.length : free, 3)
    ends[lane] = Math.max(ends[lane] ?? 0, bar.end)
    return { bar, lane }
  })
}
