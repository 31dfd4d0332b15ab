import Table from "cli-table3"
import type { Asset, SearchHit } from "effect-model-gateway"

const style = { head: [], border: [] }

/** The hits of a search as a table, the best first. */
export const rankingTable = (hits: ReadonlyArray<SearchHit>): string => {
  const table = new Table({
    head: ["", "recording", "characters", "similarity", "relevance", "passage"],
    colWidths: [4, 15, 12, 12, 11, 60],
    wordWrap: true,
    style
  })
  for (const [rank, { passage, recordingId, relevance, similarity }] of hits.entries()) {
    const at = `${passage.start}-${passage.end}`
    table.push([rank + 1, recordingId, at, similarity.toFixed(3), relevance?.toFixed(3) ?? "", passage.text])
  }
  return table.toString()
}

/** Assets as a table, in the order of the list. */
export const assetTable = (assets: ReadonlyArray<Asset>): string => {
  const table = new Table({ head: ["name", "status", "URL"], style })
  for (const { Name = "", Status = "", URL = "" } of assets) table.push([Name, Status, URL])
  return table.toString()
}
