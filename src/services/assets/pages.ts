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
  /** How many assets a page holds: as the server tells, else the most seen, else as many as were asked for. */
  readonly size: number
  /** How often the walk went back since it last found an asset. */
  readonly inVain: number
}

/** Servers that disagree about the total would send a walk back for ever: so often it may go back and find nothing. */
const mostInVain = 20

/**
 * All assets, page by page, and no page before it is asked for. The walk goes by what came back, not by what was asked
 * for, since a server may give fewer. An asset that moved to a later page because others came in is not given twice;
 * where the total fell meanwhile, assets moved to pages already read, and those pages are read again.
 */
export const assetsByPage = <E, R>(
  firstPage: number,
  asked: number | undefined,
  readPage: (page: number) => Effect.Effect<AssetPage, E, R>
): Stream.Stream<Asset, E, R> =>
  Stream.suspend(() => {
    const seen = new Set<string>()
    const beginning = { index: 0, before: [0], total: 0, size: 0, inVain: 0 }
    return Stream.paginateChunkEffect(beginning, (walk: Walk) =>
      Effect.map(readPage(firstPage + walk.index), (page) => {
        const fresh = page.Items.filter(({ Id }) => !seen.has(Id))
        for (const { Id } of fresh) seen.add(Id)
        return [Chunk.fromIterable(fresh), nextPage(walk, page, asked, fresh.length > 0)]
      })
    )
  })

const nextPage = (
  walk: Walk,
  { Items, PageSize = 0, TotalCount }: AssetPage,
  asked: number | undefined,
  fresh: boolean
): Option.Option<Walk> => {
  const start = walk.before[walk.index] ?? 0
  const read = start + Items.length
  const next = {
    index: walk.index + 1,
    before: [...walk.before.slice(0, walk.index + 1), read],
    total: TotalCount,
    size: PageSize > 0 ? PageSize : Math.max(walk.size, Items.length),
    inVain: fresh ? 0 : walk.inVain
  }
  const gone = walk.total - TotalCount
  if (gone > 0 && walk.index > 0 && next.inVain < mostInVain) {
    const again = Arr.findLastIndex(walk.before, (before) => before <= start - gone)
    return Option.some({ ...next, index: Option.getOrElse(again, () => 0), inVain: next.inVain + 1 })
  }
  const behindTheEnd = Items.length === 0 && next.index * (next.size || asked || TotalCount) >= TotalCount
  return read >= TotalCount || behindTheEnd ? Option.none() : Option.some(next)
}
