import type { ModelCalls, RunReport, StepReport } from "../report/RunReport.js"
import { count, counted, duration } from "./figures.js"
import type { Content, Html } from "./Html.js"
import { html, nothing } from "./Html.js"
import type { Column } from "./parts.js"
import { key, named, table } from "./parts.js"
import type { StepStyle } from "./stepStyles.js"

/** How long steps took, by kind. */
export const stepTable = ({ items, steps }: RunReport, styles: ReadonlyMap<string, StepStyle>): Html => {
  const whole: StepReport = {
    step: "",
    started: items.total,
    failed: items.failed,
    perMinute: items.perMinute,
    latency: items.latency
  }
  const quantile = (title: string, name: "p50" | "p90" | "p95" | "p99" | "max"): Column<StepReport> => ({
    title,
    of: ({ latency }) => (latency === undefined ? "" : duration(latency[name]))
  })
  return table(
    "How long each step took",
    [...steps, whole],
    [
      { title: "Step", kind: "name", of: ({ step }) => (step === "" ? "The whole item" : named(step, styles)) },
      { title: "Started", of: ({ started }) => count(started) },
      { title: "Failed", of: ({ failed }) => unlessZero(failed, count) },
      { title: "Ended a minute", of: ({ perMinute }) => unlessZero(perMinute, count) },
      quantile("p50", "p50"),
      quantile("p90", "p90"),
      quantile("p95", "p95"),
      quantile("p99", "p99"),
      quantile("Longest", "max")
    ]
  )
}

/** What the calls came to, by operation and model. */
export const callTable = ({ calls: { byModel } }: RunReport): Html => {
  const rest = byModel.length - shown
  const more = rest > 0 ? html`<p class="soft">${counted(rest, "more row")} in <code>report.json</code>.</p>` : nothing
  return html`${table("What the calls came to", byModel.slice(0, shown), callColumns)}${more}`
}

/** How many rows of calls are shown. */
const shown = 30

const callColumns: ReadonlyArray<Column<ModelCalls>> = [
  { title: "Operation", kind: "name", of: ({ operation }) => key(operation) },
  { title: "Model", kind: "name", of: ({ model }) => (model === undefined ? "" : key(model)) },
  { title: "Calls", of: ({ calls }) => count(calls) },
  { title: "Retries", of: ({ retries }) => unlessZero(retries, count) },
  { title: "Failed", of: ({ failed }) => unlessZero(failed, count) },
  { title: "Mean", of: ({ calls, took }) => (calls === 0 ? "" : duration(took / calls)) },
  { title: "Backoff", of: ({ backoff }) => unlessZero(backoff, duration) },
  { title: "Cooldown", of: ({ cooldown }) => unlessZero(cooldown, duration) },
  { title: "Tokens in", of: ({ usage }) => unlessZero(usage.inputTokens, count) },
  { title: "Tokens out", of: ({ usage }) => unlessZero(usage.outputTokens, count) }
]

const unlessZero = (number: number, said: (number: number) => string): Content => (number === 0 ? "" : said(number))
