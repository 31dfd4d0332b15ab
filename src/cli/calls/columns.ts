import Table from "cli-table3"

const none = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  "
}

/** Rows as lines whose cells stand below each other. A cell is one line. */
export const columns = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  if (rows.length === 0) return []
  const table = new Table({ chars: none, style: { "padding-left": 0, "padding-right": 0, head: [], border: [] } })
  for (const row of rows) table.push(row.map((cell) => cell.replaceAll(/\s+/g, " ")))
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
}
