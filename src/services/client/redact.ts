import { identity } from "effect/Function"
import * as Redacted from "effect/Redacted"
import { excerpt, excerptPayload, mapTexts } from "../../schemas/errors/excerpt.js"

/** How what came in a reply is made fit to stand in an error. */
export interface Redaction {
  /** A text without the key, without base64, and short. */
  readonly text: (text: string) => string
  /** A text without the key. For what an error hands over whole, and prints in short. */
  readonly withoutKey: (text: string) => string
}

/** Of replies to requests that carry this key. */
export const redaction = (apiKey: Redacted.Redacted): Redaction => {
  const withoutKey = (text: string) => text.replaceAll(Redacted.value(apiKey), "<redacted>")
  return { text: (text) => excerpt(withoutKey(text)), withoutKey }
}

/** Of replies to requests without a key, such as those of engines. */
export const keyless: Redaction = { text: excerpt, withoutKey: identity }

/** Makes text of a reply fit to be shown: without the key, without base64, and short. */
export const redact = (apiKey: Redacted.Redacted): ((text: string) => string) => redaction(apiKey).text

/** The same for each text in a payload, and each name; of one that is long nevertheless, the beginning of its JSON. */
export const redactPayload =
  (apiKey: Redacted.Redacted) =>
  (payload: unknown): unknown =>
    excerptPayload(mapTexts(redaction(apiKey).withoutKey)(payload))
