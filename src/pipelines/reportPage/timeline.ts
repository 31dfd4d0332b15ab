import type { RunReport } from "../report/RunReport.js"
import { charts } from "./charts.js"
import { counted } from "./figures.js"
import type { Html } from "./Html.js"
import { html, nothing } from "./Html.js"
import { instant } from "./instants.js"
import { named, swatch } from "./parts.js"
import type { RowsOptions } from "./rows.js"
import { rows } from "./rows.js"
import type { StepStyle } from "./stepStyles.js"

/** The items over time: each of few, and of many how many were where, and a sample. */
export const timeline = (report: RunReport, styles: ReadonlyMap<string, StepStyle>): Html => {
  const { from, timeline, took } = report
  if (from === undefined) return nothing
  const { all, firstFailed, slowest } = timeline
  const options = { now: took, styles }
  return html`<p class="soft">By the time since the start, ${instant(from)} UTC.</p>
${legend(report, styles)}${
  all.length > 0
    ? rows(all, { ...options, caption: "All items, in the order of their starts", isOwn: false })
    : html`${charts(report, styles)}
${sample(slowest, "that took longest", options)}${sample(firstFailed, firstFailed.length === report.items.failed ? "that failed" : "that failed first", options)}`
}`
}

/** Items out of many, each by the time since its own start: beside the run they would be too short to be seen. */
const sample = (
  items: RunReport["timeline"]["all"],
  which: string,
  options: Pick<RowsOptions, "now" | "styles">
): Html => {
  if (items.length === 0) return nothing
  const caption = `The ${counted(items.length, "item")} ${which}`
  return html`<h3>${caption}</h3>
<p class="soft">By the time since each item's own start.</p>
${rows(items, { ...options, caption, isOwn: true })}
`
}

/** What the colours and marks mean. Kinds that share the last colour stand beside it together. */
const legend = ({ items, steps }: RunReport, styles: ReadonlyMap<string, StepStyle>): Html => {
  const own = steps.filter(({ step }) => styles.get(step)?.colour !== "k6")
  const others = steps.length - own.length
  const open = items.running + items.suspended
  const marks = [
    ...(others === 0 ? [] : [html`${swatch("k6")}${counted(others, "other step")}`]),
    html`${swatch("between")}between steps`,
    ...(items.failed === 0 ? [] : [html`<span class="cross" aria-hidden="true">✕</span> failed`]),
    ...(open === 0 ? [] : [html`<span class="arrow" aria-hidden="true">▸</span> not ended`])
  ]
  return html`<ul class="legend">${[...own.map(({ step }) => named(step, styles)), ...marks].map((it) => html`<li>${it}</li>`)}</ul>
`
}
