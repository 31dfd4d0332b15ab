import { beginning } from "../report/beginning.js"
import type { Content, Html } from "./Html.js"
import { html, nothing } from "./Html.js"
import type { StepStyle } from "./stepStyles.js"
import { styleOf } from "./stepStyles.js"

/** How much of a key is shown, and of its whole as a hint. Unit: UTF-16 code units. */
const [shown, hinted] = [80, 500]

/** A text of the data in its own direction, on one line, cut where it is long, with more of it as a hint. */
export const key = (text: string, longest = shown): Html =>
  text.length <= longest
    ? html`<bdi>${text}</bdi>`
    : html`<bdi title="${beginning(text, hinted)}">${beginning(text, longest)}</bdi>`

/** A colour of the style sheet, beside the name of what has it. */
export const swatch = (colour: string): Html =>
  html`<svg class="swatch" aria-hidden="true" width="10" height="10"><rect class="${colour}" width="10" height="10" rx="2"/></svg>`

/** A kind of steps with the colour that it has in the timeline. */
export const named = (step: string, styles: ReadonlyMap<string, StepStyle>): Html => {
  const { colour, name } = styleOf(styles, step)
  return html`${swatch(colour)}${key(name)}`
}

/** A part of the page under a heading; none without content. */
export const section = (id: string, title: string, content: Html): Html =>
  content.text === ""
    ? nothing
    : html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>
`

/** A column of a table: how it is headed, and what it says of each row. A number, which has no kind, stands to the right. */
export interface Column<A> {
  readonly title: string
  readonly of: (row: A) => Content
  readonly kind?: "name" | "text"
}

/**
 * A table in a box that scrolls by itself. The first column names the row; one that is empty in all rows is left out. Its roles
 * are written out, for a browser forgets them where the style lays rows out anew, as on a narrow screen.
 */
export const table = <A>(caption: string, rows: ReadonlyArray<A>, columns: ReadonlyArray<Column<A>>): Html => {
  if (rows.length === 0) return nothing
  const told = columns.filter(({ of }) => rows.some((row) => !isEmpty(of(row))))
  const head = told.map(({ kind, title }) => html`<th role="columnheader" scope="col"${classOf(kind)}>${title}</th>`)
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row) => html`<tr role="row">${told.map(({ kind, of }, index) => cell(of(row), kind, index))}</tr>
`
  )}</tbody>
</table></div>`
}

const isEmpty = (content: Content): boolean =>
  content === "" || (typeof content === "object" && "text" in content && content.text === "")

const classOf = (kind: Column<never>["kind"]): Html => (kind === undefined ? nothing : html` class="${kind}"`)

const cell = (content: Content, kind: Column<never>["kind"], index: number): Html =>
  index === 0
    ? html`<th role="rowheader" scope="row"${classOf(kind)}>${content}</th>`
    : html`<td role="cell"${classOf(kind)}>${content}</td>`
