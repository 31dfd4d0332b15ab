/**
 * Whether JSON text nests lists and objects deeper than `limit` levels. The text itself is looked through, by a loop, so that
 * nothing that descends ever meets it. Of text that is no JSON the answer means nothing.
 */
export const nestsDeeper = (text: string, limit: number): boolean => {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case quote:
        i = endOfString(text, i + 1)
        break
      case openList:
      case openObject:
        if (++depth > limit) return true
        break
      case closeList:
      case closeObject:
        depth--
        break
    }
  }
  return false
}

/** The place of the quote that ends the string whose characters begin at `from`. */
const endOfString = (text: string, from: number): number => {
  let end = text.indexOf('"', from)
  while (end !== -1 && isEscaped(text, from, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

const isEscaped = (text: string, from: number, place: number): boolean => {
  let first = place
  while (first > from && text.charCodeAt(first - 1) === backslash) first--
  return (place - first) % 2 === 1
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]
