import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Inspectable } from "effect"
import { noRetries, RetryPolicy } from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { apiKey, fakeGateway, json, text, unreachable } from "../support/fakeGateway.js"
import { samples } from "../support/samples.js"

const image = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 197 + (i >> 3)) % 256)).toString("base64")
const lines = (length: number, end: string) => image.replace(new RegExp(`.{${length}}`, "g"), `$&${end}`)

/** Stretches of the image that are long enough to be told from chance. */
const stretches = Array.from({ length: image.length / 16 }, (_, i) => image.slice(i * 16, (i + 1) * 16))

const spoils: ReadonlyArray<readonly [what: string, spoil: string]> = [
  ["the key", `no such key: ${apiKey}`],
  ["the header", `authorization: Bearer ${apiKey}`],
  ["the key, late", `${"very ".repeat(99)}${apiKey}`],
  ["the key, after much base64", `${image.slice(0, 1990)} ${apiKey}`],
  ["base64", image],
  ["a data URI", `![image](data:image/png;base64,${image})`],
  ["base64 in lines of 76", lines(76, "\n")],
  ["base64 in lines of 64", lines(64, "\r\n")],
  ["base64 with escaped slashes", image.replaceAll("/", "\\/")],
  ["base64 of the URL-safe alphabet", image.replaceAll("/", "_").replaceAll("+", "-")]
]

/** Every place where a refusal or a failure can bring something back. */
const refusals = (spoil: string): ReadonlyArray<Answer> => [
  ...[400, 429, 502].flatMap((status) => [
    text(spoil, { status }),
    text(`<h1>${spoil}</h1>`, { status }),
    json({ error: { message: spoil } }, { status }),
    json({ error: spoil, msg: spoil }, { status }),
    json({ message: spoil, traceId: spoil }, { status })
  ]),
  text(spoil),
  text(`{"code": "${spoil}`),
  json({ code: spoil, msg: spoil, traceId: spoil, data: { echo: [spoil] } }),
  json({ code: "200", data: { status: spoil } }),
  json([spoil]),
  json({ id: spoil, data: [{ index: spoil }], results: spoil, choices: spoil, candidates: spoil, Items: spoil }),
  unreachable(new TypeError(spoil, { cause: new Error(spoil) }))
]

/** Every place where what was ordered can hold it; a key is nothing that a model could know. */
const contents = (spoil: string): ReadonlyArray<Answer> => [
  json({ choices: [{ message: { content: `data:image/png;base64,${spoil}` } }] }),
  json({ choices: [{ message: { content: `![image](data:image/png;base64,${spoil}` } }] }),
  json({ candidates: [{ content: { parts: [{ text: spoil }] } }] }),
  json({ candidates: [{ content: { parts: [{ inlineData: { data: `${spoil}!` } }] } }] })
]

/** One of each safety, with and without an envelope, and both that return images. */
const names = [
  "submitTranscription",
  "queryTranscription",
  "generateChatImage",
  "generateNativeImage",
  "createEmbeddings"
]
const chosen = samples.filter(({ operation }) => names.includes(operation.name))

describe.each(chosen)("no failure of $operation.name shows", ({ call }) => {
  it.effect.each(spoils.map(([what, spoil]) => ({ what, spoil })))("$what", ({ spoil }) =>
    Effect.gen(function* () {
      for (const answer of [...refusals(spoil), ...(spoil.includes(apiKey) ? [] : contents(spoil))]) {
        const exit = yield* call.pipe(
          Effect.provide(fakeGateway([answer]).layer),
          Effect.provideService(RetryPolicy, noRetries),
          Effect.exit
        )
        if (Exit.isSuccess(exit)) continue
        const failure = Cause.squash(exit.cause)
        const shown = [
          String(failure),
          failure instanceof Error ? `${failure.message} ${failure.stack}` : "",
          JSON.stringify(failure),
          Inspectable.format(failure),
          Inspectable.toStringUnknown(failure),
          JSON.stringify(exit.cause),
          Cause.pretty(exit.cause, { renderErrorCause: true })
        ].join("\n")
        assert.notInclude(shown, apiKey)
        assert.notInclude(shown, apiKey.slice(0, 12))
        assert.isUndefined(stretches.find((stretch) => shown.includes(stretch)))
      }
    })
  )
})
