import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import { excerpt } from "../../schemas/errors/excerpt.js"

/** Makes text of a reply fit to be shown: without the key, without base64, and short. */
export const redact =
  (apiKey: Redacted.Redacted) =>
  (text: string): string =>
    excerpt(text.replaceAll(Redacted.value(apiKey), "<redacted>"))

const longestPayload = 10_000

/** The same for each text in a payload; of a payload that is long nevertheless, the beginning of its JSON. */
export const redactPayload = (apiKey: Redacted.Redacted) => {
  const show = redact(apiKey)
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return show(value)
    if (Array.isArray(value)) return value.map(clean)
    return Predicate.isReadonlyRecord(value) ? Record.map(value, clean) : value
  }
  return (payload: unknown): unknown => {
    const cleaned = clean(payload)
    const json = JSON.stringify(cleaned) ?? ""
    return json.length > longestPayload ? show(json) : cleaned
  }
}
