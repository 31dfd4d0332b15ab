import type { RunReport } from "../report/RunReport.js"
import type { OverTime } from "../report/Timeline.js"
import type { Span } from "./axis.js"
import { place } from "./axis.js"
import { count, counted, duration, rateUnit } from "./figures.js"
import type { Html } from "./Html.js"
import { html } from "./Html.js"
import type { Band } from "./stackedChart.js"
import { stackedChart, sums } from "./stackedChart.js"
import type { StepStyle } from "./stepStyles.js"
import { styleOf } from "./stepStyles.js"

/** How many items were in which kind of steps at each time, with the failures along the top, and how many ended a minute. */
export const charts = ({ items, overTime }: RunReport, styles: ReadonlyMap<string, StepStyle>): Html => {
  const { done, failed, start, width } = overTime
  // The bins' own edges, so that the first and the last of them are shown whole.
  const span = { start, end: start + width * done.length }
  const bands = bandsOf(overTime, styles)
  const perMinute = done.map((number, bin) => ((number + (failed[bin] ?? 0)) * 60_000) / width)
  const { of, unit } = rateUnit(Math.max(...perMinute))
  const ended = perMinute.map(of)
  return html`<figure>${stackedChart({
    id: "in-flight",
    title: "Items in flight over time, by step",
    description: `At most about ${count(Math.ceil(Math.max(...sums(bands))))} items at once. ${items.failed === 0 ? "None" : counted(items.failed, "item")} failed.`,
    unit: "items in flight",
    bands,
    bins: overTime,
    span,
    height: 220,
    ...(items.failed === 0 ? {} : { above: { height: marksHeight, marks: failureMarks(overTime, span) } })
  })}</figure>
<figure>${stackedChart({
    id: "ended",
    title: "Items that ended, over time",
    description: `At most ${count(Math.max(...ended))} ${unit}, ${count(of(items.perMinute))} on the average.`,
    unit: `items ended ${unit}`,
    bands: [{ colour: "ended", amounts: ended }],
    bins: overTime,
    span,
    height: 72
  })}</figure>`
}

/** One a colour, in the order of the steps, and above them what is between two steps. */
const bandsOf = ({ between, steps }: OverTime, styles: ReadonlyMap<string, StepStyle>): ReadonlyArray<Band> => {
  const byColour = new Map<string, ReadonlyArray<number>>()
  for (const { items, step } of steps) {
    const { colour } = styleOf(styles, step)
    const before = byColour.get(colour)
    byColour.set(colour, before === undefined ? items : items.map((amount, bin) => amount + (before[bin] ?? 0)))
  }
  return [...[...byColour].map(([colour, amounts]) => ({ colour, amounts })), { colour: "between", amounts: between }]
}

/** Unit: CSS pixels. */
const [marksHeight, words] = [40, 18]

/** Bars that hang below a line of words, the longest where most items failed. */
const failureMarks = ({ failed, start, width }: OverTime, span: Span): Html => {
  const most = Math.max(...failed)
  const x = place(span)
  const bars = failed.map((number, bin) => {
    if (number === 0) return ""
    const left = x(start + bin * width)
    const wide = Math.max(2, Math.round((x(start + (bin + 1) * width) - left) * 10) / 10 - 1)
    const long = Math.round((3 + (14 * number) / most) * 10) / 10
    return `M${left} 0h${wide}v${long}h-${wide}Z`
  })
  const height = marksHeight - words
  return html`<text class="level" x="4" y="12"><tspan class="cross">✕</tspan> failed, at most ${count(most)} in ${duration(width)}</text>
<svg y="${words}" width="100%" height="${height}" viewBox="0 0 1000 ${height}" preserveAspectRatio="none"><path class="bad" d="${bars.join("")}"/></svg>`
}
