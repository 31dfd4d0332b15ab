import { beginning } from "../report/beginning.js"
import type { RunReport } from "../report/RunReport.js"
import { count, counted, duration, money, rateUnit, roughly } from "./figures.js"
import type { Html } from "./Html.js"
import { html, nothing } from "./Html.js"
import { key } from "./parts.js"

/** The totals of a run, each under its name; what is zero is left out. */
export const tiles = ({ calls: { total }, cost, items }: RunReport): Html => {
  const { latency, perMinute } = items
  const all = [
    ...(perMinute === 0 ? [] : [tile("Throughput", ...throughput(perMinute))]),
    ...(latency === undefined
      ? []
      : [tile("Time of an item", duration(latency.p50), `median; p99 ${duration(latency.p99)}`)]),
    ...(total.calls === 0
      ? []
      : [tile("Calls", count(total.calls), total.failed === 0 ? "none failed" : `${count(total.failed)} failed`)]),
    ...(total.retries === 0 ? [] : [tile("Retries", count(total.retries), `${duration(total.backoff)} of backoff`)]),
    ...(total.cooldown === 0 ? [] : [tile("Cooldown", duration(total.cooldown), "of all calls together")]),
    ...(total.usage.totalTokens === 0 ? [] : [tile("Tokens", count(total.usage.totalTokens), tokens(total.usage))]),
    ...(cost === undefined ? [] : [costTile(cost)])
  ]
  return all.length === 0 ? nothing : html`<dl class="tiles">${all}</dl>`
}

const throughput = (perMinute: number) => {
  const { of, unit } = rateUnit(perMinute)
  return [count(of(perMinute)), `items ${unit}`] as const
}

const tile = (name: string, figure: string, more: Html | string): Html =>
  html`<div><dt>${name}</dt><dd><b>${figure}</b> <small>${more}</small></dd></div>`

const tokens = ({ inputTokens, outputTokens }: RunReport["calls"]["total"]["usage"]): string =>
  inputTokens + outputTokens === 0 ? "" : `${roughly(inputTokens)} in, ${roughly(outputTokens)} out`

const costTile = ({ amount, currency, unknown }: NonNullable<RunReport["cost"]>): Html => {
  const names = unknown.slice(0, 3).map((name, index) => html`${index === 0 ? "" : ", "}${key(name, 40)}`)
  const more = unknown.length > 3 ? ` and ${counted(unknown.length - 3, "other")}` : ""
  return tile("Cost", money(amount, beginning(currency, 10)), unknown.length === 0 ? "" : html`without ${names}${more}`)
}
