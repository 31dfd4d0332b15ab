import { Html } from "./Html.js"

/**
 * The style of the page, light or dark, on paper or on a phone. Any two colours of steps are told apart by readers who do not see
 * red, green or blue, too, and each has a contrast of at least 3 with its ground; all ink has 4.5.
 */
export const style = new Html(`
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --panel: #fff; --ink: #1b2027; --soft: #5a6472; --line: #e4e7ec;
  --bad: #b3201f; --bad-ground: #fdeceb; --warn-ground: #fdf3dc; --warn: #6f4500; --between: #d6dce4; --wait: #98a3b3;
  --k0: #1a3a9c; --k1: #d48100; --k2: #0b6f66; --k3: #8350bf; --k4: #64204d; --k5: #1293e1; --k6: #7d8795;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1216; --panel: #171b21; --ink: #e5e9ef; --soft: #9aa5b4; --line: #272d37;
    --bad: #ff8a82; --bad-ground: #35191a; --warn-ground: #33290f; --warn: #f3c673; --between: #343c48; --wait: #6d7889;
    --k0: #3e67a7; --k1: #f2c22e; --k2: #93eec4; --k3: #a971d8; --k4: #aa426c; --k5: #76c3f9; --k6: #8d98a8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: clamp(0.75rem, 3vw, 2.5rem); max-width: 80rem; background: var(--ground); color: var(--ink);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; padding: 0; }
h1 { font-size: 1.125rem; line-height: 1.4; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; margin-bottom: 0.75rem; }
h3 { font-size: 0.9375rem; margin: 1.25rem 0 0; overflow-wrap: anywhere; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.8125rem; }
.soft, small, dt, caption, thead th { color: var(--soft); }
.unseen, caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--k0); outline-offset: 2px; border-radius: 4px; }
header { margin: 0 0.25rem 1.25rem; }
.headline {
  font-size: clamp(1.375rem, 1.1rem + 1.6vw, 2rem); line-height: 1.2; font-weight: 650; letter-spacing: -0.015em;
  margin: 0.5rem 0; text-wrap: balance;
}
.stopped {
  width: fit-content; margin: 0.75rem 0; padding: 0.5rem 0.875rem; border-radius: 0.5rem; background: var(--warn-ground);
  color: var(--warn); overflow-wrap: anywhere;
}
section, .tiles > div { background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; }
section { padding: 1rem clamp(0.75rem, 2vw, 1.25rem) 1.125rem; margin-top: 1.25rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.75rem; }
.tiles > div { padding: 0.625rem 0.875rem; min-width: 0; }
.tiles dt { font-size: 0.8125rem; }
.tiles b { display: block; font-size: 1.25rem; line-height: 1.3; font-weight: 600; overflow-wrap: anywhere; }
small { font-size: 0.8125rem; overflow-wrap: anywhere; }

.scroll {
  overflow-x: auto; margin-inline: -0.25rem; padding-inline: 0.25rem;
  background:
    linear-gradient(to right, var(--panel) 1rem, transparent 2.5rem) local,
    linear-gradient(to left, var(--panel) 1rem, transparent 2.5rem) right / 50% 100% no-repeat local,
    linear-gradient(to right, var(--line), transparent 0.75rem),
    linear-gradient(to left, var(--line), transparent 0.75rem);
}
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; vertical-align: top; text-align: right; font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
.name, .text { text-align: left; overflow-wrap: break-word; }
thead th { font-size: 0.8125rem; padding-block: 0.25rem; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
tbody td:not([class]) { white-space: nowrap; }
.group + .group { margin-top: 1.25rem; padding-top: 0.25rem; border-top: 1px solid var(--line); }
.group h3 { margin-top: 0; color: var(--bad); }
.group + .group h3 { margin-top: 0.75rem; }
summary { cursor: pointer; color: var(--soft); }
details[open] summary { margin-bottom: 0.75rem; }
.group table { table-layout: fixed; }
.group .name { width: 11.5rem; }
.group th:last-child { width: 6rem; }
.group td:last-child { white-space: normal; }
#steps ~ .scroll table, #calls ~ .scroll table { min-width: 44rem; }
#steps ~ .scroll th:first-child, #calls ~ .scroll th:first-child { min-width: 9rem; }
#steps ~ .scroll tbody tr:last-child > * { font-weight: 600; }
.swatch { margin-right: 0.5em; }

figure + figure { margin-top: 0.5rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.125rem 1.125rem; margin-bottom: 0.75rem; list-style: none; font-size: 0.8125rem; }
.legend .cross { font-weight: 700; }
section > .soft { margin: -0.5rem 0 0.5rem; font-size: 0.8125rem; }
section > h3 + .soft { margin: 0 0 0.25rem; }
.rows { table-layout: fixed; }
.rows th:first-child { width: 13rem; text-align: left; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.rows th:nth-child(3) { width: 7rem; }
.rows th:last-child { width: 9.5rem; }
.rows th, .rows td { padding-block: 0.1875rem; }
.rows tbody th, .rows td:nth-child(n + 3) { font-size: 0.8125rem; line-height: 1.125rem; }
.rows td:nth-child(n + 3) { padding-left: 0.5rem; white-space: nowrap; }
.rows thead th { vertical-align: bottom; }
.rows tbody tr { border-top: 0; }
.rows tbody tr:hover { background: var(--ground); }
svg { display: block; overflow: visible; }
.swatch { display: inline-block; }
svg text { font-size: 0.6875rem; fill: var(--soft); }
svg .level { fill: var(--ink); paint-order: stroke; stroke: var(--panel); stroke-width: 3px; stroke-linejoin: round; }
.grid, .ground, .wait { fill: none; stroke: var(--line); vector-effect: non-scaling-stroke; }
.chart .grid { stroke: var(--ink); stroke-opacity: 0.14; }
.ground { stroke: var(--soft); }
.wait { stroke: var(--wait); stroke-width: 1.5; }
.wait.open { stroke-dasharray: 4 3; }
.bad, svg .cross, svg .arrow { fill: var(--bad); }
svg .cross, svg .arrow { font-size: 0.8125rem; font-weight: 700; paint-order: stroke; stroke: var(--panel); stroke-width: 3px; }
svg .arrow { fill: var(--ink); }
.headline span { display: inline-block; }
.headline b { font-weight: inherit; }
.cross, .failed { color: var(--bad); }
.between { fill: var(--between); }
.ended { fill: var(--wait); }
.k0 { fill: var(--k0); } .k1 { fill: var(--k1); } .k2 { fill: var(--k2); } .k3 { fill: var(--k3); }
.k4 { fill: var(--k4); } .k5 { fill: var(--k5); } .k6 { fill: var(--k6); }
footer { margin: 1.25rem 0.25rem 0; font-size: 0.8125rem; }

@media (max-width: 40rem) {
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.5rem; }
  .tick.odd { display: none; }
  .rows thead th:not(:nth-child(2)) { position: absolute; clip-path: inset(50%); }
  .rows, .rows thead, .rows tbody { display: block; }
  .rows tr { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; padding-block: 0.25rem; }
  .rows th, .rows td, .rows th:first-child, .rows td:nth-child(n + 3) { width: auto; padding: 0; }
  .rows tbody th { grid-area: 1 / 1; }
  .rows td:nth-child(2), .rows thead th:nth-child(2) { grid-area: 2 / 1 / auto / -1; }
  .rows td:nth-child(n + 3) { grid-row: 1; padding-left: 0.75rem; }
  .rows td:nth-child(3):not(:last-child) small::before { content: "after "; }
}
@media (max-width: 40rem) {
  .group table, .group tbody, .group tr { display: block; }
  .group thead { position: absolute; clip-path: inset(50%); }
  .group tr { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1rem; padding-block: 0.5rem; }
  .group tbody th, .group td { width: auto; padding: 0; }
  .group tbody th { flex: 1; font-weight: 600; }
  .group td[class] { order: 1; width: 100%; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; }
  body { padding: 0; max-width: none; font-size: 9pt; background: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  section { border: 0; border-radius: 0; padding: 0; }
  header, footer { margin-inline: 0; }
  .scroll { overflow: visible; }
  .scroll table { min-width: 0; }
  tr, figure, .tiles > div, .group { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`)
