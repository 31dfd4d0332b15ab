/** A part of a text. Unit: UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What a text is cut into. */
export type Granularity = "sentence" | "word" | "grapheme"

/** How much of a text a segmenter is given at a time, for its time grows with the square of the length. */
const window = 4096

/** How far from the end of a window a boundary is sure: the rules look ahead, and as far back. */
const margin = 64

/**
 * The segments of a part of a text, in order and without gaps, in time that grows with the length. A segment that is
 * longer than the window stays one: what follows the window is looked at in the next.
 */
export const segments = (
  text: string,
  { end, start }: Span,
  granularity: Granularity,
  locale: string
): ReadonlyArray<Span> => {
  const segmenter = new Intl.Segmenter(locale, { granularity })
  const found: Array<Span> = []
  let open = start
  let from = start
  let known = start
  while (open < end) {
    const to = Math.min(end, from + window)
    const sure = to === end ? end : to - margin
    const before = open
    for (const { index, segment } of segmenter.segment(text.slice(from, to))) {
      const boundary = from + index + segment.length
      if (boundary > sure) break
      if (boundary <= known) continue
      found.push({ start: open, end: boundary })
      open = boundary
    }
    known = sure
    from = open === before ? sure - margin : open
  }
  return found
}
