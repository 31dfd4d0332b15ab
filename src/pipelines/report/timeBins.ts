/** Amounts by the time at which they came, in bins of equal width; any number of series over the same bins. */
export interface TimeBins {
  /** Unit of `at`: milliseconds since 1970. */
  readonly add: (series: string, at: number, amount: number) => void
  /** Where the bins lie; none where nothing was added. Unit: milliseconds. */
  readonly extent: () => { readonly start: number; readonly width: number; readonly bins: number }
  /** What came in each bin. */
  readonly sums: (series: string) => ReadonlyArray<number>
  /**
   * The level in each bin, on the average of its part between `from` and `to`, of a series that adds where something begins
   * and subtracts where it ends. What did not end goes on until `to`.
   */
  readonly levels: (series: string, from: number, to: number) => ReadonlyArray<number>
}

/** What came of a series in a bin: how much, and how much of it for how long until the bin's end. */
interface Cell {
  amount: number
  area: number
}

/**
 * Makes bins of one millisecond, the width of which doubles whenever the time outgrows `most` of them: memory depends on how
 * many series there are, and neither on the time nor on how often something is added. The bins begin at multiples of their width.
 */
export const timeBins = (most: number): TimeBins => {
  let width = 1
  let cells = new Map<number, Map<string, Cell>>()
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  const cellOf = (into: typeof cells, bin: number, series: string): Cell => {
    const row = into.get(bin) ?? new Map<string, Cell>()
    into.set(bin, row)
    const cell = row.get(series) ?? { amount: 0, area: 0 }
    row.set(series, cell)
    return cell
  }
  const double = () => {
    const wider: typeof cells = new Map()
    for (const [bin, row] of cells) {
      const until = bin % 2 === 0 ? width : 0
      for (const [series, { amount, area }] of row) {
        const cell = cellOf(wider, Math.floor(bin / 2), series)
        cell.amount += amount
        cell.area += area + amount * until
      }
    }
    cells = wider
    width *= 2
    low = Math.floor(low / 2)
    high = Math.floor(high / 2)
  }
  const all = <A>(of: (bin: number) => A): ReadonlyArray<A> =>
    low > high ? [] : Array.from({ length: high - low + 1 }, (_, index) => of(low + index))
  const sums = (series: string) => all((bin) => cells.get(bin)?.get(series)?.amount ?? 0)

  return {
    add: (series, at, amount) => {
      low = Math.min(low, Math.floor(at / width))
      high = Math.max(high, Math.floor(at / width))
      while (high - low >= most) double()
      const bin = Math.floor(at / width)
      const cell = cellOf(cells, bin, series)
      cell.amount += amount
      cell.area += amount * ((bin + 1) * width - at)
    },
    extent: () => (low > high ? { start: 0, width, bins: 0 } : { start: low * width, width, bins: high - low + 1 }),
    sums,
    levels: (series, from, to) => {
      const open = sums(series).reduce((sum, amount) => sum + amount, 0)
      let level = 0
      return all((bin) => {
        const { amount, area } = cells.get(bin)?.get(series) ?? { amount: 0, area: 0 }
        const end = (bin + 1) * width
        const cut = end > to ? open * (end - to) : 0
        const whole = level * width + area - cut
        level += amount
        const seen = Math.min(end, to) - Math.max(end - width, from)
        return seen > 0 ? Math.max(0, whole / seen) : 0
      })
    }
  }
}
