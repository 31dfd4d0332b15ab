import { inspect } from "node:util"
import { assert } from "@effect/vitest"
import { Cause, Inspectable } from "effect"
import type { Answer } from "./fakeGateway.js"
import { apiKey, bodyThat, hangs, json, text, unreachable } from "./fakeGateway.js"

const image = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 197 + (i >> 3)) % 256)).toString("base64")
const lines = (length: number, end: string) => image.replace(new RegExp(`.{${length}}`, "g"), `$&${end}`)

/** Key and image, as one reply could hold them. */
export const both = `Bearer ${apiKey} data:image/png;base64,${image.slice(0, 800)}`

/** The forms in which a reply could hold either. */
export const spoils: ReadonlyArray<readonly [what: string, spoil: string]> = [
  ["the key", `no such key: ${apiKey}`],
  ["the header", `authorization: Bearer ${apiKey}`],
  ["the key, late", `${"very ".repeat(99)}${apiKey}`],
  ["the key, where a name is cut", `${"very ".repeat(18)}${apiKey}`],
  ["the key, after much base64", `${image.slice(0, 1990)} ${apiKey}`],
  ["base64", image],
  ["base64, where a name is cut", `${"very ".repeat(11)}${image}`],
  ["a data URI", `![image](data:image/png;base64,${image})`],
  ["base64 in lines of 76", lines(76, "\n")],
  ["base64 in lines of 64", lines(64, "\r\n")],
  ["base64 with escaped slashes", image.replaceAll("/", "\\/")],
  ["base64 of the URL-safe alphabet", image.replaceAll("/", "_").replaceAll("+", "-")]
]

/** Statuses that are no success, each with the spoil wherever a message or a trace id is looked for. */
const failed = (
  spoil: string,
  statuses: ReadonlyArray<number>
): ReadonlyArray<readonly [what: string, answer: Answer]> =>
  statuses.flatMap((status) => [
    [`status ${status}`, json({ error: { message: spoil }, traceId: spoil, msg: spoil }, { status })],
    [`status ${status} and another body`, json({ error: spoil, msg: spoil, message: spoil }, { status })],
    [`status ${status} and a text`, text(`<h1>${spoil}</h1>`, { status })]
  ])

/** Successes that are none, and results that a service cannot use. */
const unfit = (spoil: string): ReadonlyArray<readonly [what: string, answer: Answer]> => [
  ["a body that is not JSON", text(spoil)],
  ["a body that is not whole", text(`{"code": "${spoil}`)],
  ["a body that is an array", json([spoil])],
  ["fields that do not fit", json({ id: spoil, data: spoil, results: spoil, choices: spoil, Items: spoil })],
  ["names of fields that do not fit", json({ [spoil]: spoil, data: { [spoil]: spoil } })],
  ["a list that does not fit", json({ data: [{ index: spoil }], results: [{ [spoil]: spoil }], candidates: spoil })],
  ["a refusal", json({ code: spoil, msg: spoil, traceId: spoil, data: { echo: [spoil] } })],
  ["a refusal with names", json({ code: "500", data: { [spoil]: 1, list: [{ [spoil]: spoil }] } })],
  ["a record that does not fit", json({ code: "200", data: { status: spoil } })],
  ["no record", json({ code: "200", msg: spoil, traceId: spoil, data: null })],
  ["a status that is not known", json({ code: "200", data: { status: 7, asrcDesc: spoil } })],
  ["no text", json({ code: "200", data: { status: 2, asrcResult: { [spoil]: [spoil], words: { [spoil]: spoil } } } })],
  ["no image", json({ choices: [{ message: { content: spoil }, finish_reason: spoil }] })],
  ["a broken image", json({ choices: [{ message: { content: `data:image/png;base64,${spoil}` } }] })],
  ["an open image", json({ choices: [{ message: { content: `![image](data:image/png;base64,${spoil}` } }] })],
  ["a part without an image", json({ candidates: [{ content: { parts: [{ text: spoil }] }, finishReason: spoil }] })],
  ["a part with a broken one", json({ candidates: [{ content: { parts: [{ inlineData: { data: `${spoil}!` } }] } }] })]
]

/** Answers that are no whole reply. */
const broken = (spoil: string): ReadonlyArray<readonly [what: string, answer: Answer]> => [
  ["a refused connection", unreachable(Object.assign(new Error(spoil), { code: "ECONNREFUSED" }))],
  ["a broken connection", unreachable(new TypeError(spoil, { cause: new Error(spoil) }))],
  ["a body that breaks off", bodyThat("breaks", spoil)],
  ["a body that never ends", bodyThat("never ends", spoil)]
]

/** Each place in which a failure can bring something back. */
export const failures = (
  spoil: string,
  statuses: ReadonlyArray<number> = [400, 429, 502]
): ReadonlyArray<readonly [what: string, answer: Answer]> => [
  ...failed(spoil, statuses),
  ["503 with Retry-After", text(spoil, { status: 503, headers: { "retry-after": "1" } })],
  ...unfit(spoil),
  ...broken(spoil)
]

/** The same with every status, and those that take until the attempt's time is up. */
export const allFailures = (spoil: string): ReturnType<typeof failures> => [
  ...failures(spoil, [302, 400, 401, 404, 408, 429, 500, 502, 503]),
  ["a body that stalls", bodyThat("stalls", spoil)],
  ["no answer", hangs]
]

/** A value in every way in which it may be printed. */
export const show = (value: unknown): string =>
  [
    String(value),
    value instanceof Error ? `${value.message} ${value.stack} ${show(value.cause)}` : "",
    typeof value === "bigint" ? "" : JSON.stringify(value),
    inspect(value, { depth: 20, maxStringLength: null }),
    Inspectable.format(value),
    Inspectable.toStringUnknown(value)
  ].join("\n")

/** The same of a cause, and of what it is thrown as. */
export const showCause = (cause: Cause.Cause<unknown>): string =>
  [show(cause), Cause.pretty(cause), Cause.pretty(cause, { renderErrorCause: true }), show(Cause.squash(cause))].join(
    "\n"
  )

/** Stretches of the image that are long enough to be told from chance. */
const stretches = Array.from({ length: image.length / 16 }, (_, i) => image.slice(i * 16, (i + 1) * 16))

/** Neither the key nor a part of the image is in the text. */
export const holdsNoSecret = (shown: string): void => {
  assert.notInclude(shown, apiKey.slice(0, 12))
  assert.isUndefined(stretches.find((stretch) => shown.includes(stretch)))
}
