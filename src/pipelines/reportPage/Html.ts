/** Text that is HTML. What made it has escaped all that it was given. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in HTML: text is escaped, HTML and lists of it are not. */
export type Content = Html | string | number | ReadonlyArray<Html>

/** No HTML. */
export const nothing = new Html("")

/** HTML with the values in it, each escaped unless it is HTML itself. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Content>): Html =>
  new Html(strings.map((text, index) => (index === 0 ? text : `${written(values[index - 1] ?? "")}${text}`)).join(""))

/** One after the other. */
export const joined = (parts: ReadonlyArray<Html>, between = ""): Html =>
  new Html(parts.map(({ text }) => text).join(between))

const written = (value: Content): string => {
  if (value instanceof Html) return value.text
  return typeof value === "object" ? joined(value).text : escaped(String(value))
}

/**
 * A text as it stands in HTML, between tags or in an attribute in quotes. What would not be seen, or would turn the order of
 * what is around it, is written out: control characters by their pictures, marks of direction by their numbers.
 */
export const escaped = (text: string): string =>
  text.replace(
    /[&<>"'\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\u200b\u2060\ufeff]/gu,
    (sign) => entities[sign] ?? shown(sign)
  )

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const shown = (sign: string): string => {
  const code = sign.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd"
  return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`
}
