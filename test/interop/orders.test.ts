import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { GoogleGenAI } from "@google/genai"
import { Effect, Redacted } from "effect"
import OpenAI from "openai"
import { says, upstream } from "../embedded/support/upstream.js"
import type { Place } from "./support/gateway.js"
import { gatewayWith, refusal } from "./support/gateway.js"

type Order = (place: Place) => PromiseLike<unknown>

const ofOpenAI: Order = ({ apiKey, baseUrl }) =>
  new OpenAI({ apiKey, baseURL: `${baseUrl}/v1` }).chat.completions.create({
    model: "painter",
    messages: [{ role: "user", content: "a red ship at dawn" }]
  })

const ofGenAI: Order = ({ apiKey, baseUrl }) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl } }).models.generateContent({
    model: "painter",
    contents: "a red ship at dawn"
  })

/** Orders as the clients of other makes place them, with their own settings. */
const clients: ReadonlyArray<readonly [name: string, order: Order]> = [
  ["openai", ofOpenAI],
  ["@google/genai", ofGenAI]
]

const brokenPicture = (response: ServerResponse, { path }: { readonly path: string }) =>
  says(
    200,
    path === "/v1/chat/completions"
      ? { choices: [{ message: { content: "![](data:image/png;base64,iVBOR)" } }] }
      : { candidates: [{ content: { parts: [{ inlineData: { mimeType: "image/png", data: "iVBOR" } }] } }] }
  )(response)

/** What an upstream does that may have taken the order. */
const doubtful: ReadonlyArray<readonly [what: string, does: Parameters<typeof upstream>[0]]> = [
  ["resets the connection", (response) => response.destroy()],
  ["never answers", () => {}],
  ["answers JSON that is cut", says(200, '{"choices":[')],
  ["answers a picture that is broken", brokenPicture],
  ["answers a bare 503", says(503, "busy")],
  ["answers 500", says(500, "failed")],
  ["answers 502", says(502, "failed")],
  ["answers 404", says(404, "none")],
  ["answers 403", says(403, "no")],
  ["answers 409", says(409, "again")]
]

/** How often an order reaches an upstream before the client gives it up. */
const ordersThrough = (does: Parameters<typeof upstream>[0], order: Order) =>
  Effect.gen(function* () {
    const inner = yield* upstream(does)
    const place = yield* gatewayWith({
      upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make("inner"), attemptTimeout: "300 millis" }
    })
    yield* refusal(() => order(place))
    return inner.received.length
  })

describe.each(clients)("%s", (_, order) => {
  it.scopedLive.each(doubtful)("places one order where the gateway behind %s", ([, does]) =>
    Effect.map(ordersThrough(does, order), (count) => assert.strictEqual(count, 1))
  )
})

it.scopedLive.each([429, 503])("the openai client repeats an order that %s proves was not taken", (status) =>
  Effect.gen(function* () {
    const count = yield* ordersThrough(says(status, "later", { "retry-after": "0" }), ofOpenAI)
    assert.strictEqual(count, 3)
  })
)
