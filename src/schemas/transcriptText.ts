import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** Finds the text of a transcript in `asrcResult`; none where there is none. */
export type ReadTranscript = (asrcResult: unknown) => Option.Option<string>

/** Reads `asrcResult` by the caller's own schema and function; none where the structure does not fit the schema. */
export const readTranscriptAs = <A, I>(schema: Schema.Schema<A, I>, text: (structure: A) => string): ReadTranscript => {
  const decode = Schema.decodeUnknownOption(schema)
  return (asrcResult) => Option.map(decode(asrcResult), text)
}

/**
 * Looks for the text in a structure that the specification does not show. Understood are a string, `{ text }`, a list of
 * segments (joined), JSON of these in a string, and objects that hold one of these under any name. A string under
 * another name than `text` is not taken for the transcript.
 */
export const findTranscriptText: ReadTranscript = (asrcResult) => find(asrcResult, true)

/** `bare`: whether a string in this place is text by itself. */
const find = (node: unknown, bare: boolean): Option.Option<string> => {
  if (typeof node === "string") return findInString(node, bare)
  if (Array.isArray(node)) return joinSegments(node.flatMap((element) => Option.toArray(find(element, bare))))
  if (!Predicate.isReadonlyRecord(node)) return Option.none()
  return firstText([
    find(node.text, true),
    ...Object.entries(node).map(([name, value]) => (name === "text" ? Option.none() : find(value, false)))
  ])
}

/** JSON in a string stands for what it holds. */
const findInString = (text: string, bare: boolean): Option.Option<string> =>
  Option.match(/^\s*[[{]/.test(text) ? parseJson(text) : Option.none(), {
    onNone: () => (bare ? Option.some(text.trim()) : Option.none()),
    onSome: (structure) => find(structure, bare)
  })

const parseJson = Schema.decodeUnknownOption(Schema.parseJson())

/** The first text that is not empty; else an empty one, which says that nothing was spoken. */
const firstText = (found: ReadonlyArray<Option.Option<string>>): Option.Option<string> =>
  Option.orElse(Option.firstSomeOf(found.map(Option.filter((text) => text !== ""))), () => Option.firstSomeOf(found))

const joinSegments = (texts: ReadonlyArray<string>): Option.Option<string> =>
  texts.length === 0
    ? Option.none()
    : Option.some(texts.filter((text) => text !== "").reduce((all, next) => all + gap(all, next) + next, ""))

/** Scripts that are written without spaces are joined without one. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]`
const endsUnspaced = new RegExp(`${unspaced}$`, "u")
const startsUnspaced = new RegExp(`^${unspaced}`, "u")

/** A character of these scripts takes up to two units of a string. */
const gap = (before: string, after: string): string =>
  before === "" || (endsUnspaced.test(before.slice(-2)) && startsUnspaced.test(after.slice(0, 2))) ? "" : " "
