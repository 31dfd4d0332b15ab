/** A Markdown inline image whose target is a data URI, as it stands in a text. */
export interface DataImage {
  /** Between `data:` and the comma, such as `image/png;base64`. */
  readonly parameters: string
  readonly data: string
  /** False where the text ends, or the next image begins, before this one is closed. */
  readonly closed: boolean
}

/** What may begin an image, and what may begin its target. */
const marks = /!\[|\]\(\s*<?data:|\]\(/gi

/** What stands behind the data: the end, the next image, or a title. One that is never closed goes to the end. */
const closing = /\)|!\[|"[^"]*"?|'[^']*'?|\([^()]*\)?/g

/**
 * The images of a text that are data URIs, in order, and the text around them. An image may have brackets in its
 * alternative text, its target in `<>`, and a title behind it; one that is cut off is not `closed`. Each character is
 * looked at a fixed number of times, for a reply may be many megabytes of anything.
 */
export const markdownImages = (
  content: string
): { readonly images: ReadonlyArray<DataImage>; readonly around: ReadonlyArray<string> } => {
  const images: Array<DataImage> = []
  const around: Array<string> = []
  let rest = 0
  let opened: number | undefined
  let next = 0
  for (let mark = find(marks, content, next); mark !== undefined; mark = find(marks, content, next)) {
    next = mark.end
    const target = opened !== undefined && isData(mark) ? readTarget(content, mark.end) : undefined
    if (target !== undefined) {
      images.push(target.image)
      around.push(content.slice(rest, opened))
      rest = next = target.end
    }
    opened = mark.text === "![" ? mark.start : undefined
  }
  return { images, around: [...around, content.slice(rest)] }
}

interface Found {
  readonly text: string
  readonly start: number
  readonly end: number
}

const find = (pattern: RegExp, content: string, from: number): Found | undefined => {
  pattern.lastIndex = from
  const found = pattern.exec(content)
  return found === null ? undefined : { text: found[0], start: found.index, end: pattern.lastIndex }
}

const isData = ({ text }: Found): boolean => text.endsWith(":")

/** Reads from behind `data:`; nothing where the comma is missing, for then it is no data URI. */
const readTarget = (content: string, start: number) => {
  const comma = find(/[,()]/g, content, start) ?? { text: ",", start: content.length, end: content.length }
  if (comma.text !== ",") return undefined
  const dataEnd = find(/[()"'>!]/g, content, comma.end)?.start ?? content.length
  const { closed, end } = readClosing(content, dataEnd)
  const image = { parameters: content.slice(start, comma.start), data: content.slice(comma.end, dataEnd), closed }
  return { image, end }
}

const readClosing = (content: string, from: number): { readonly end: number; readonly closed: boolean } => {
  for (let mark = find(closing, content, from); mark !== undefined; mark = find(closing, content, mark.end)) {
    if (mark.text === ")") return { end: mark.end, closed: true }
    if (mark.text === "![") return { end: mark.start, closed: false }
  }
  return { end: content.length, closed: false }
}
