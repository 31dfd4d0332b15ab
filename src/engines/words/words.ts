const run = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

// A fixed locale, so that the machine's own does not decide where words end.
const segmenter = new Intl.Segmenter("en", { granularity: "word" })

/**
 * The words of a text in any script, in order, in lower case and with compatibility forms folded (NFKC). Punctuation,
 * spaces and emoji are no words. Scripts without spaces are cut by the dictionary of the runtime.
 */
export const words = (text: string): ReadonlyArray<string> =>
  (text.normalize("NFKC").toLowerCase().match(run) ?? []).flatMap((found) =>
    unspaced.test(found) ? segmented(found) : found
  )

// The time that a segmenter takes grows with the square of the length, so it is given a little at a time.
const segmented = (found: string): ReadonlyArray<string> =>
  (found.match(/.{1,256}/gsu) ?? []).flatMap((part) =>
    Array.from(segmenter.segment(part), ({ isWordLike, segment }) => (isWordLike ? segment : [])).flat()
  )
