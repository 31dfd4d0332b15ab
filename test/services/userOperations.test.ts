import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Schema } from "effect"
import type { GatewayError } from "effect-model-gateway"
import { Asset, codeEnvelope, GatewayClient, Operation, Safety, strict } from "effect-model-gateway"
import type { Answer } from "../support/fakeGateway.js"
import { apiKey, fakeGateway, json, recorded, text } from "../support/fakeGateway.js"

/** Executes a declared operation against one answer; gives the result and the request. */
const execute = <A, I, B, J>(operation: Operation.Operation<string, A, I, B, J>, input: I, answer: Answer) => {
  const gateway = fakeGateway([answer])
  const run: Effect.Effect<B, GatewayError, GatewayClient> = Effect.flatMap(GatewayClient, (client) =>
    client.execute(operation)(input)
  )
  return Effect.map(Effect.either(Effect.provide(run, gateway.layer)), (result) => ({
    result,
    received: gateway.received
  }))
}

const getAsset = Operation.post("getAsset", "/api/v3/getAsset", {
  request: strict(Schema.Struct({ Id: Schema.String })),
  response: Asset,
  safety: Safety.read
})

const queryVideo = Operation.get("queryVideo", "/tk/v1/videos/{taskId}/results/{part}", {
  request: strict(
    Schema.Struct({
      taskId: Schema.String,
      part: Schema.NumberFromString,
      verbose: Schema.optional(Schema.Boolean),
      fields: Schema.optional(Schema.Array(Schema.String)),
      since: Schema.optional(Schema.Date),
      filter: Schema.optional(Schema.Struct({ state: Schema.String })),
      note: Schema.NullishOr(Schema.String)
    })
  ),
  response: Schema.Struct({ state: Schema.String }),
  safety: Safety.read
})

describe("an operation that a user declares", () => {
  it.effect("with POST sends its fields in the body", () =>
    Effect.gen(function* () {
      const asset = { Id: "asset-1", Name: "lighthouse.png" }
      const { received, result } = yield* execute(getAsset, { Id: "asset-1" }, json(asset))
      assert.deepStrictEqual(yield* result, asset)
      const [request] = received
      assert.deepInclude(request, { method: "POST", url: "https://gateway.test/api/v3/getAsset" })
      assert.deepInclude(request, { body: { Id: "asset-1" } })
      assert.propertyVal(request?.headers, "authorization", `Bearer ${apiKey}`)
    })
  )

  it.effect("with GET sends them in path and query, encoded, lists repeated, and no body", () =>
    Effect.gen(function* () {
      const input = {
        taskId: "video/55 21",
        part: "3",
        verbose: true,
        fields: ["a&b", "c"],
        since: "2025-03-14T09:26:53.000Z",
        filter: { state: "done" },
        note: null
      }
      const { received, result } = yield* execute(queryVideo, input, json({ state: "done" }))
      assert.deepStrictEqual(yield* result, { state: "done" })
      const url = new URL(received[0]?.url ?? "")
      assert.strictEqual(url.pathname, "/tk/v1/videos/video%2F55%2021/results/3")
      assert.deepStrictEqual(
        [...url.searchParams],
        [
          ["verbose", "true"],
          ["fields", "a&b"],
          ["fields", "c"],
          ["since", "2025-03-14T09:26:53.000Z"],
          ["filter", '{"state":"done"}']
        ]
      )
      assert.deepInclude(received[0], { method: "GET", body: undefined })
      assert.notProperty(received[0]?.headers, "content-type")
    })
  )

  it.effect.prop(
    "fills any text that a URL can carry into its path, and it comes out the same",
    [FastCheck.fullUnicodeString({ minLength: 1 }).filter((id) => id !== "." && id !== "..")],
    ([taskId]) =>
      Effect.gen(function* () {
        const { received } = yield* execute(queryVideo, { taskId, part: "1", note: null }, json({ state: "done" }))
        const { pathname } = new URL(received[0]?.url ?? "")
        const segments = pathname.split("/")
        assert.lengthOf(segments, 7)
        assert.strictEqual(decodeURIComponent(segments[4] ?? ""), taskId)
      })
  )

  it.effect.each(["", ".", "..", "a\udc00"])("refuses %j in its path, by name, unsent", (taskId) =>
    Effect.gen(function* () {
      const { received, result } = yield* execute(queryVideo, { taskId, part: "1", note: null }, json({}))
      const error = yield* Effect.flip(result)
      assert.deepInclude(error, { _tag: "GatewayInvalidRequest", attempts: 0 })
      assert.match(error.message, /^queryVideo: the request was not sent: taskId must be a text/)
      assert.lengthOf(received, 0)
    })
  )

  it.effect("can have an envelope, and a request without fields", () =>
    Effect.gen(function* () {
      const listVoices = Operation.make("listVoices", "GET", "/tk/v1/voices", {
        request: strict(Schema.Struct({})),
        response: Schema.Struct({ data: Schema.Array(Schema.String) }),
        safety: Safety.read,
        envelope: codeEnvelope
      })
      const yes = yield* execute(listVoices, {}, json({ code: "200", data: ["ada"] }))
      assert.deepStrictEqual(yield* yes.result, { data: ["ada"] })
      assert.strictEqual(yes.received[0]?.url, "https://gateway.test/tk/v1/voices")
      const no = yield* execute(listVoices, {}, recorded("record-not-found.json"))
      assert.deepInclude(yield* Effect.flip(no.result), { _tag: "GatewayRejected", code: "40404" })
    })
  )

  it.effect("says which statuses its replies have", () =>
    Effect.gen(function* () {
      const removeVoice = Operation.make("removeVoice", "DELETE", "/tk/v1/voices/{id}", {
        request: Schema.Struct({ id: Schema.String }),
        response: Schema.Null,
        safety: Safety.read,
        successStatuses: [204]
      })
      const yes = yield* execute(removeVoice, { id: "ada" }, text(null, { status: 204 }))
      assert.isNull(yield* yes.result)
      const no = yield* execute(removeVoice, { id: "ada" }, json(null))
      assert.deepInclude(yield* Effect.flip(no.result), { _tag: "GatewayUnexpectedStatus", status: 200 })
    })
  )

  it.effect.each(["PUT", "PATCH", "DELETE"] as const)("can be sent with %s", (method) =>
    Effect.gen(function* () {
      const operation = Operation.make("changeVoice", method, "/tk/v1/voices/{id}", {
        request: Schema.Struct({ id: Schema.String, name: Schema.String }),
        response: Schema.Unknown,
        safety: Safety.order
      })
      const { received } = yield* execute(operation, { id: "ada", name: "Ada" }, json({}))
      const url = "https://gateway.test/tk/v1/voices/ada"
      assert.deepInclude(
        received[0],
        method === "DELETE"
          ? { method, url: `${url}?name=Ada`, body: undefined }
          : { method, url, body: { name: "Ada" } }
      )
    })
  )
})
