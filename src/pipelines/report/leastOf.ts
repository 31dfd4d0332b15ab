/** A sample of bounded size: of all that is offered, what is least. */
export interface LeastOf<A> {
  /** Offers something, which is only made where it is kept. */
  readonly offer: (by: number, make: () => A) => void
  /** What is least, in order; of equals, what was offered first. */
  readonly values: () => ReadonlyArray<A>
}

/** Keeps at most `size` of what is offered. */
export const leastOf = <A>(size: number): LeastOf<A> => {
  const kept: Array<{ readonly by: number; readonly value: A }> = []
  return {
    offer: (by, make) => {
      const last = kept.at(-1)
      if (kept.length === size && last !== undefined && by >= last.by) return
      const place = kept.findIndex((other) => other.by > by)
      kept.splice(place === -1 ? kept.length : place, 0, { by, value: make() })
      if (kept.length > size) kept.pop()
    },
    values: () => kept.map(({ value }) => value)
  }
}
