import * as Predicate from "effect/Predicate"

const longest = 500

/** As much of a text as is looked at, since hiding makes it shorter. */
const looked = 4 * longest

/** Text that looks like base64 of some length, such as an image or a token, on one line or on many. */
const base64Run = /(?:[\w+/-]|\\+\/){60,}={0,2}(?:(?:\s|\\+[nr])+(?:[\w+/-]|\\+\/){20,}={0,2})*/g

/** The beginning of a text, fit to be shown: without base64, and short. */
export const excerpt = (text: string): string => {
  const hidden = text.slice(0, looked).replace(base64Run, "<base64>")
  const whole = text.length > looked ? hidden.replace(/[\w+/\\-]+$/, "…") : hidden
  return whole.length > longest ? `${whole.slice(0, longest)}…` : whole
}

/** How deep a payload is looked into. */
const deepest = 100

/** The same payload with each of its texts changed, the names of fields too; what lies deeper than 100 levels is left out. */
export const mapTexts = (change: (text: string) => string) => {
  const at = (value: unknown, level: number): unknown => {
    if (typeof value === "string") return change(value)
    if (!Predicate.isObject(value)) return value
    if (level > deepest) return "…"
    if (Array.isArray(value)) return value.map((item) => at(item, level + 1))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), at(item, level + 1)]))
  }
  return (payload: unknown): unknown => at(payload, 0)
}

const longestPayload = 10_000

/** A payload with an excerpt of each of its texts; of one that is long nevertheless, the beginning of its JSON. */
export const excerptPayload = (payload: unknown): unknown => {
  const cleaned = mapTexts(excerpt)(payload)
  const json = JSON.stringify(cleaned) ?? ""
  return json.length > longestPayload ? excerpt(json) : cleaned
}
