import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PositiveInt } from "../../schemas/PositiveInt.js"
import type { Granularity, Span } from "./segments.js"
import { segments } from "./segments.js"

const canonical = Option.liftThrowable(Intl.getCanonicalLocales)

const LanguageTag = Schema.String.pipe(
  Schema.filter((tag) => Option.isSome(canonical(tag)), {
    description: "a BCP 47 language tag, such as en or zh-Hant",
    arbitrary: () => (fc) => fc.constantFrom("en", "de", "zh-Hant")
  })
)

/** How a transcript is cut. */
export const PassageOptions = Schema.Struct({
  /** The longest passage. Unit: UTF-16 code units. */
  size: Schema.optionalWith(PositiveInt, { default: () => 400 }),
  /** How much of the end of a passage, in whole sentences, the next begins with. Unit: UTF-16 code units. */
  overlap: Schema.optionalWith(Schema.NonNegativeInt, { default: () => 0 }),
  /** The language whose rules tell sentences apart, as a BCP 47 tag. */
  locale: Schema.optionalWith(LanguageTag, { default: () => "en" })
}).annotations({ identifier: "PassageOptions" })
export interface PassageOptions extends Schema.Schema.Type<typeof PassageOptions> {}

/** A piece of a transcript, and where it stands in it. */
export const Passage = Schema.Struct({
  /** Its number in the transcript, from 0. */
  index: Schema.NonNegativeInt,
  /** Where it begins, and ends, in the transcript. Unit: UTF-16 code units. */
  start: Schema.NonNegativeInt,
  end: Schema.NonNegativeInt,
  text: Schema.String
}).annotations({ identifier: "Passage" })
export interface Passage extends Schema.Schema.Type<typeof Passage> {}

/**
 * Cuts a text into passages at sentence ends. Each passage is as long as whole sentences allow; a sentence longer than
 * the size is cut between words, and a word longer than it, between characters.
 */
export const passagesOf = (text: string, { locale, overlap, size }: PassageOptions): ReadonlyArray<Passage> => {
  const sentences = cut(text, { start: 0, end: text.length }, ["sentence", "word", "grapheme"], size, locale)
  const passages: Array<Passage> = []
  let first = 0
  while (first < sentences.length) {
    const last = lastThatFits(sentences, first, size)
    const start = startOf(sentences, first)
    const end = endOf(sentences, last)
    passages.push({ index: passages.length, start, end, text: text.slice(start, end) })
    first = last + 1 < sentences.length ? firstOfNext(sentences, last, overlap, size) : sentences.length
  }
  return passages
}

/** The parts of a span, without the space around them; a part longer than the size in pieces of the finer kinds. */
const cut = (
  text: string,
  span: Span,
  [kind, ...finer]: ReadonlyArray<Granularity>,
  size: number,
  locale: string
): ReadonlyArray<Span> =>
  kind === undefined
    ? slices(span, size)
    : segments(text, span, kind, locale)
        .flatMap((part) => trimmed(text, part))
        .flatMap((part) =>
          part.end - part.start <= size ? [part] : joined(cut(text, part, finer, size, locale), size)
        )

const trimmed = (text: string, { end, start }: Span): ReadonlyArray<Span> => {
  const slice = text.slice(start, end)
  const from = end - slice.trimStart().length
  return slice.trim() === "" ? [] : [{ start: from, end: from + slice.trim().length }]
}

const joined = (parts: ReadonlyArray<Span>, size: number): ReadonlyArray<Span> => {
  const pieces: Array<Span> = []
  for (const part of parts) {
    const open = pieces.at(-1)
    if (open !== undefined && part.end - open.start <= size) {
      pieces[pieces.length - 1] = { start: open.start, end: part.end }
    } else pieces.push(part)
  }
  return pieces
}

const slices = ({ end, start }: Span, size: number): ReadonlyArray<Span> =>
  Array.from({ length: Math.ceil((end - start) / size) }, (_, i) => ({
    start: start + i * size,
    end: Math.min(end, start + (i + 1) * size)
  }))

const startOf = (sentences: ReadonlyArray<Span>, at: number): number => sentences[at]?.start ?? 0
const endOf = (sentences: ReadonlyArray<Span>, at: number): number => sentences[at]?.end ?? 0

const lastThatFits = (sentences: ReadonlyArray<Span>, first: number, size: number): number => {
  let last = first
  while (last + 1 < sentences.length && endOf(sentences, last + 1) - startOf(sentences, first) <= size) last++
  return last
}

/** Goes back from the end of a passage as far as the overlap allows, but leaves room for one new sentence at least. */
const firstOfNext = (sentences: ReadonlyArray<Span>, last: number, overlap: number, size: number): number => {
  let next = last + 1
  const fits = (at: number) =>
    endOf(sentences, last) - startOf(sentences, at) <= overlap &&
    endOf(sentences, last + 1) - startOf(sentences, at) <= size
  while (fits(next - 1)) next--
  return next
}
