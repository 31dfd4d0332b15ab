import { beginning } from "../report/beginning.js"
import { relativeError } from "../report/latencies.js"
import type { RunReport } from "../report/RunReport.js"
import { failures } from "./failures.js"
import type { Html } from "./Html.js"
import { html, nothing } from "./Html.js"
import { headline } from "./headline.js"
import { instant, instantIn } from "./instants.js"
import { key, section } from "./parts.js"
import { stepStyles } from "./stepStyles.js"
import { style } from "./style.js"
import { callTable, stepTable } from "./tables.js"
import { tiles } from "./tiles.js"
import { timeline } from "./timeline.js"

/** Nothing is fetched and nothing is run, whatever a text of the data were taken for. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * A report as a page in one file, which opens without a network: no script, no font and no picture of its own, light or dark as
 * the reader's system is. All that comes from the data is escaped.
 */
export const reportHtml = (report: RunReport): string => {
  const styles = stepStyles(report)
  const said = headline(report)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${said}">
<title>${beginning(report.run, 80)}: ${said}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<p class="soft"><code>${key(report.pipeline)}</code></p>
<h1>${key(report.run, 200)}</h1>
<p class="headline">${said.split(", ").map(phrase)}</p>
${stopped(report)}${when(report)}</header>
<main>
${tiles(report)}
${section("failures", "Failures", failures(report, styles))}${section("timeline", "Timeline", timeline(report, styles))}${
  report.items.total === 0 ? nothing : section("steps", "Steps", stepTable(report, styles))
}${section("calls", "Calls", callTable(report))}</main>
<footer class="soft"><p>Quantiles are right to within ${relativeError * 100} %; all else is exact. <code>report.json</code> has the same figures.</p></footer>
</body>
</html>
`.text
}

/** A line ends behind a comma where it can, and what failed is marked. */
const phrase = (part: string, index: number, all: ReadonlyArray<string>): Html => {
  const words = part.endsWith(" failed") ? html`<b class="failed">${part}</b>` : part
  return html`<span>${words}${index === all.length - 1 ? "." : ","}</span> `
}

const stopped = ({ stopped }: RunReport): Html =>
  stopped === undefined ? nothing : html`<p class="stopped"><b>Stopped before its end:</b> ${key(stopped, 500)}</p>\n`

const when = ({ from, to, took }: RunReport): Html =>
  from === undefined || to === undefined
    ? nothing
    : html`<p class="soft">${instant(from)} to ${instantIn(from, to)(took)} UTC</p>\n`
