/** The style of the front page: light or dark, one column or two, without a font or a picture of its own. */
export const style = `
:root {
  --ground: #f5f6f8; --panel: #fff; --ink: #1b2027; --soft: #5a6472; --line: #e4e7ec; --link: #2a56c0; --new: #eaf1ff;
  --good: #17643d; --good-ground: #e0f4e8; --refused: #7a4b00; --refused-ground: #fdefd2;
  --bad: #a11b1b; --bad-ground: #fde3e3; --plain-ground: #eceff3;
  --edge: 1rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1216; --panel: #171b21; --ink: #e5e9ef; --soft: #9aa5b4; --line: #272d37; --link: #8fb5ff;
    --new: #1d2940;
    --good: #82dda8; --good-ground: #143322; --refused: #f3c673; --refused-ground: #362909;
    --bad: #ffa3a3; --bad-ground: #40191a; --plain-ground: #242a33;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: clamp(0.75rem, 2.5vw, 2rem); max-width: 110rem; background: var(--ground); color: var(--ink);
  font: 0.9375rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
h1, h2, p, ul, pre { margin: 0; padding: 0; }
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { font-size: 1rem; line-height: 1.5rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
code, .id {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.8125rem;
}

.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; margin: 0 0.25rem 1.25rem; }
.top nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-left: auto; }
#about { color: var(--soft); overflow-wrap: anywhere; }
#state { padding: 0.125rem 0.75rem; border-radius: 1rem; background: var(--plain-ground); color: var(--soft); }
#state::before { content: "●"; content: "●" / ""; margin-right: 0.5em; font-size: 0.7em; vertical-align: 0.15em; }
#state.live { background: var(--good-ground); color: var(--good); }
#state.gone { background: var(--bad-ground); color: var(--bad); }

main, .beside { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; align-items: start; }
@media (min-width: 64rem) { main { grid-template-columns: minmax(0, 11fr) minmax(0, 10fr); } }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; overflow: clip; }
section > header { display: flex; justify-content: space-between; gap: 1rem; padding: 0.75rem var(--edge); }
.count, time, small, th { color: var(--soft); }
.count { line-height: 1.5rem; }
.empty { padding: 0 var(--edge) 1rem; color: var(--soft); overflow-wrap: anywhere; }
.empty pre {
  margin: 0.5rem 0; padding: 0.75rem; border-radius: 0.5rem; background: var(--ground); color: var(--ink);
  white-space: pre-wrap;
}

table { width: 100%; border-collapse: collapse; table-layout: fixed; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td {
  padding: 0.5rem 0.5rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line);
  overflow-wrap: anywhere;
}
th { padding-block: 0.25rem; font-size: 0.8125rem; font-weight: 500; }
th:first-child, td:first-child { padding-left: var(--edge); }
th:last-child, td:last-child { width: 7rem; padding-right: var(--edge); text-align: right; }
#requests th:first-child { width: 5.75rem; }
#tasks th:nth-child(2) { width: 8.5rem; }
#orders th:nth-child(2) { width: 6rem; }
td b { font-weight: 600; }
td small { display: block; font-size: 0.8125rem; }
td .why { color: var(--bad); }
time { font-size: 0.875rem; white-space: nowrap; }
.badge {
  display: inline-block; padding: 0 0.5rem; border-radius: 0.375rem; background: var(--plain-ground);
  white-space: nowrap; font-size: 0.8125rem; line-height: 1.375rem; font-weight: 600;
}
.badge.good { background: var(--good-ground); color: var(--good); }
.badge.refused { background: var(--refused-ground); color: var(--refused); }
.badge.bad { background: var(--bad-ground); color: var(--bad); }
#requests .badge::before { display: inline-block; width: 1.125em; content: "·"; content: "·" / ""; }
#requests .badge.good::before { content: "✓"; content: "✓" / ""; }
#requests .badge.refused::before { content: "!"; content: "!" / ""; }
#requests .badge.bad::before { content: "×"; content: "×" / ""; }

#assets ul {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 1rem;
  padding: 0.25rem var(--edge) 1rem; list-style: none;
}
#assets li { min-width: 0; }
#assets a { text-decoration: none; }
#assets a:hover { text-decoration: underline; }
#assets .picture {
  display: grid; place-items: center; aspect-ratio: 4 / 3; border-radius: 0.5rem; background: var(--plain-ground);
  color: var(--soft); overflow: hidden;
}
#assets img { width: 100%; height: 100%; object-fit: cover; color: transparent; }
#assets .name {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
  overflow-wrap: anywhere; margin-top: 0.375rem; line-height: 1.35;
}
#assets time { display: block; font-size: 0.8125rem; }

button {
  width: 100%; padding: 0.625rem var(--edge); border: 0; border-top: 1px solid var(--line); background: none;
  color: var(--link); font: inherit; cursor: pointer;
}
button:hover { background: var(--ground); }

@media (max-width: 30rem) {
  :root { --edge: 0.75rem; }
  th:last-child, td:last-child { width: 5.25rem; }
  #requests thead { position: absolute; clip-path: inset(50%); }
  #requests tr {
    display: grid; grid-template-columns: auto 1fr; padding: 0.5rem var(--edge); border-top: 1px solid var(--line);
  }
  #requests td { padding: 0; border: 0; }
  #requests td:nth-child(2) { grid-area: 2 / 1 / auto / -1; margin-top: 0.25rem; }
  #requests td:last-child { grid-area: 1 / 2; width: auto; }
  #requests td:last-child small { display: inline-block; min-width: 4rem; }
  #tasks th:nth-child(2) { width: 7.5rem; }
  #orders th:nth-child(2) { width: 4.75rem; }
  .top nav { margin-left: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  tr.new { animation: arrive 2s ease-out; }
  @keyframes arrive { from { background: var(--new); } }
}
`
