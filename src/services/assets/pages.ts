import * as Arr from "effect/Array"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Asset, AssetPage } from "../../schemas/Asset.js"

/** Where a walk over pages stands. */
interface Walk {
  /** How many pages lie before the one to read. */
  readonly index: number
  /** How many assets lie before each page that was reached, as the last reading of the pages before it had it. */
  readonly before: ReadonlyArray<number>
  /** The number of assets that the last page told of. */
  readonly total: number
}

/**
 * All assets, page by page, and no page before it is asked for. The walk goes by what came back, not by what was asked
 * for, since a server may give fewer. An asset that moved to a later page because others came in is not given twice;
 * where assets went away meanwhile, others moved to pages already read, and those pages are read again.
 */
export const assetsByPage = <E, R>(
  firstPage: number,
  readPage: (page: number) => Effect.Effect<AssetPage, E, R>
): Stream.Stream<Asset, E, R> =>
  Stream.suspend(() => {
    const seen = new Set<string>()
    return Stream.paginateChunkEffect({ index: 0, before: [0], total: 0 }, (walk: Walk) =>
      Effect.map(readPage(firstPage + walk.index), (page) => {
        const fresh = page.Items.filter(({ Id }) => !seen.has(Id))
        for (const { Id } of fresh) seen.add(Id)
        return [Chunk.fromIterable(fresh), nextPage(walk, page)]
      })
    )
  })

const nextPage = ({ before, index, total }: Walk, page: AssetPage): Option.Option<Walk> => {
  const read = (before[index] ?? 0) + page.Items.length
  const known = [...before.slice(0, index + 1), read]
  const gone = total - page.TotalCount
  if (gone > 0 && index > 0) {
    const place = (before[index] ?? 0) - gone
    const again = Arr.findLastIndex(before, (start) => start <= place)
    return Option.some({ index: Option.getOrElse(again, () => 0), before: known, total: page.TotalCount })
  }
  const size = Math.max(1, page.PageSize ?? 0, page.Items.length)
  const behindTheEnd = page.Items.length === 0 && (index + 1) * size >= page.TotalCount
  return read >= page.TotalCount || behindTheEnd
    ? Option.none()
    : Option.some({ index: index + 1, before: known, total: page.TotalCount })
}
