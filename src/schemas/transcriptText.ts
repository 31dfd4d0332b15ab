import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

/** Finds the text of a transcript in `asrcResult`; none where there is none. */
export type ReadTranscript = (asrcResult: unknown) => Option.Option<string>

/**
 * Reads `asrcResult` by the caller's own schema and function; none where the structure does not fit the schema, or the
 * function throws.
 */
export const readTranscriptAs = <A, I>(schema: Schema.Schema<A, I>, text: (structure: A) => string): ReadTranscript => {
  const decode = Schema.decodeUnknownOption(schema)
  return (asrcResult) => Option.flatMap(decode(asrcResult), Option.liftThrowable(text))
}

/**
 * Looks for the text in a structure that the specification does not show, and takes none rather than guess:
 *
 * - A string is text where it is all there is, or stands under `text`. JSON in a string is read as what it holds.
 * - A list is the texts of its elements, joined. Strings in it are text where it is all there is, or stands under `text`
 *   or `segments`.
 * - An object is what stands under `text`; else the text of the lists that it holds, under any name; else that of the
 *   objects that it holds. Where two of these give different texts, none is taken.
 *
 * An empty text, which says that nothing was spoken, gives way to one that is not. Deeper than 100 levels nothing is
 * looked for.
 */
export const findTranscriptText: ReadTranscript = (asrcResult) => {
  const [text, ...others] = textsOf(asrcResult, true, 0)
  return others.length === 0 ? Option.fromNullable(text) : Option.none()
}

const deepest = 100

/**
 * The texts that a node can stand for: none, one, or several where nothing says which. `bare`: whether a string in this
 * place is text by itself.
 */
const textsOf = (node: unknown, bare: boolean, depth: number): ReadonlyArray<string> => {
  const value = unwrapped(node)
  if (depth > deepest) return []
  if (typeof value === "string") return bare ? [value.trim()] : []
  if (Array.isArray(value)) return textsOfList(value, bare, depth + 1)
  return Predicate.isReadonlyRecord(value) ? textsOfObject(value, depth + 1) : []
}

const textsOfList = (list: ReadonlyArray<unknown>, bare: boolean, depth: number): ReadonlyArray<string> => {
  const found = list.map((element) => textsOf(element, bare, depth)).filter((texts) => texts.length > 0)
  const unclear = found.find((texts) => texts.length > 1)
  return unclear ?? (found.length === 0 ? [] : [joined(found.flat())])
}

const textsOfObject = (
  { text, ...others }: Readonly<Record<string, unknown>>,
  depth: number
): ReadonlyArray<string> => {
  const own = textsOf(text, true, depth)
  if (own.some(isSpoken)) return own
  const below = Object.entries(Record.map(others, unwrapped))
  const [objects, lists] = Arr.partition(below, ([, value]) => Array.isArray(value))
  const inLists = differing(lists.flatMap(([name, list]) => textsOf(list, name === "segments", depth)))
  if (inLists.length > 0) return inLists
  return differing([...own, ...objects.flatMap(([, object]) => textsOf(object, false, depth))])
}

/** The different texts; of empty ones, one is left where there are no others. */
const differing = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const spoken = new Set(texts.filter(isSpoken))
  return spoken.size > 0 ? [...spoken] : texts.slice(0, 1)
}

const isSpoken = (text: string): boolean => text !== ""

/** JSON in a string stands for what it holds. */
const unwrapped = (node: unknown): unknown =>
  typeof node === "string" && /^\s*[[{]/.test(node) ? Option.getOrElse(parseJson(node), () => node) : node

const parseJson = Schema.decodeUnknownOption(Schema.parseJson())

const joined = (texts: ReadonlyArray<string>): string =>
  texts
    .filter(isSpoken)
    .map((text, i, spoken) => gap(spoken[i - 1] ?? "", text) + text)
    .join("")

/** Scripts that are written without spaces are joined without one. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]`
const endsUnspaced = new RegExp(`${unspaced}$`, "u")
const startsUnspaced = new RegExp(`^${unspaced}`, "u")

/** A character of these scripts takes up to two units of a string. */
const gap = (before: string, after: string): string =>
  before === "" || (endsUnspaced.test(before.slice(-2)) && startsUnspaced.test(after.slice(0, 2))) ? "" : " "
