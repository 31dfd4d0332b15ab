import type { FailedItem, FailureGroup } from "../report/FailureGroup.js"
import type { RunReport } from "../report/RunReport.js"
import { counted } from "./figures.js"
import type { Html } from "./Html.js"
import { html, nothing } from "./Html.js"
import { instantIn } from "./instants.js"
import type { Column } from "./parts.js"
import { key, table } from "./parts.js"
import type { StepStyle } from "./stepStyles.js"
import { styleOf } from "./stepStyles.js"

/** How many groups are shown at once; a reader who wants to see more opens the rest. */
const open = 6

/** The failures by tag, each with its first items: what there is to see to after a run. */
export const failures = (report: RunReport, styles: ReadonlyMap<string, StepStyle>): Html => {
  const { groups, ungrouped } = report.failures
  const all = groups.map((group) => groupOf(report, group, styles))
  const rest = all.slice(open)
  return html`${all.slice(0, open)}${
    rest.length === 0
      ? nothing
      : html`<details class="group"><summary>${counted(rest.length, "more kind")} of failure</summary>
${rest}</details>`
  }${ungrouped === 0 ? nothing : html`<p class="soft">${counted(ungrouped, "more item")} failed otherwise.</p>`}`
}

const groupOf = (
  { from, to }: RunReport,
  { count, first, steps, tag }: FailureGroup,
  styles: ReadonlyMap<string, StepStyle>
): Html => {
  const places = steps.map(({ count: some, step }, index) => {
    const name = html`${index === 0 ? " in " : ", "}<code>${styleOf(styles, step).name}</code>`
    return steps.length === 1 ? name : html`${name} (${some.toLocaleString("en-US")})`
  })
  const less = first.length < count ? `, the first ${first.length} of them` : ""
  const instant = from && to ? instantIn(from, to) : String
  return html`<div class="group"><h3>${key(tag)}</h3><p class="soft">${counted(count, "item")}${places}${less}</p>
${table(`The first items that failed with ${tag}`, first, columns(steps.length > 1, instant))}</div>
`
}

const columns = (hasSteps: boolean, instant: (at: number) => string): ReadonlyArray<Column<FailedItem>> => [
  { title: "Item", kind: "name", of: ({ item }) => key(item) },
  { title: "What was said", kind: "text", of: ({ message }) => key(message, 300) },
  { title: "Step", kind: "name", of: ({ step }) => (hasSteps && step !== undefined ? key(step) : "") },
  {
    title: "Trace id",
    kind: "name",
    of: ({ traceId }) => (traceId === undefined ? "" : html`<code>${key(traceId)}</code>`)
  },
  { title: "At, in UTC", of: ({ at }) => instant(at) }
]
