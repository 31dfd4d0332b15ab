import { assert, describe, it } from "@effect/vitest"
import { Effect, Inspectable } from "effect"
import type { OperationName } from "effect-model-gateway"
import { GatewayClient, operations } from "effect-model-gateway"
import { fakeGateway } from "../support/fakeGateway.js"

/** Executes an operation with an input that the types may refuse, as a caller without types would. */
const execute = (name: OperationName, input: unknown) => {
  const gateway = fakeGateway([])
  const operation = operations.find((one) => one.name === name)
  assert(operation !== undefined)
  const run = Effect.flatMap(
    GatewayClient,
    (client): Effect.Effect<unknown, unknown> =>
      Reflect.apply(Reflect.apply(client.execute, undefined, [operation]), undefined, [input])
  )
  return Effect.map(Effect.flip(Effect.provide(run, gateway.layer)), (error) => {
    assert.lengthOf(gateway.received, 0)
    assert.propertyVal(error, "_tag", "GatewayInvalidRequest")
    assert.deepInclude(error, { operation: name, attempts: 0 })
    assert(error instanceof Error)
    return error
  })
}

const audio = { uri: "https://files.test/a.wav" }
const secret = "swordfish-4711"

/** What is sent, and what the error must say of it: each field, by its path. */
const refusals: ReadonlyArray<readonly [OperationName, unknown, string]> = [
  ["submitTranscription", { id: "1" }, "audio is missing"],
  ["submitTranscription", { audio }, "id is missing"],
  ["submitTranscription", { id: "", audio }, "id must be a non empty string"],
  ["submitTranscription", { id: 5, audio }, "id must be a string, not a number"],
  ["submitTranscription", { id: "1", type: 1.5, audio }, "type must be an integer"],
  ["submitTranscription", { id: "1", resId: "41", audio }, "resId must be a number, not a string"],
  [
    "submitTranscription",
    { id: "1", audio: { ...audio, rate: 16_000 }, resID: 1 },
    "resID is not a field here; audio.rate must be a string, not a number"
  ],
  ["submitTranscription", { id: "1", audio: { ...audio, url: secret } }, "audio.url is not a field here"],
  ["queryTranscription", { id: null }, "id must be a string, not null"],
  ["queryTranscription", { id: "1", bizId: secret }, "bizId is not a field here"],
  ["queryTranscription", null, "the body must be an object, not null"],
  ["queryTranscription", [], "the body must be an object, not an array"],
  ["queryTranscription", secret, "the body must be an object, not a string"],
  ["generateChatImage", { model: "m", messages: [] }, "messages must be a list of one element at the least"],
  [
    "generateChatImage",
    { model: "m", messages: [{ role: "user", content: [secret] }] },
    "messages[0].content must be a string, not an array"
  ],
  [
    "generateChatImage",
    { model: "m", stream: true, messages: [{ role: "user", content: "" }] },
    "stream must be false, for the specification does not show a streamed reply"
  ],
  [
    "generateChatImage",
    {
      model: "m",
      messages: [{ role: "user", content: "" }],
      extra_body: { vendor: { image_config: { aspect_ratio: "wide", imageSize: secret } } }
    },
    "extra_body.vendor.image_config.imageSize is not a field here; " +
      "extra_body.vendor.image_config.aspect_ratio must be a ratio of the form <w>:<h>, such as 16:9"
  ],
  [
    "generateNativeImage",
    { model: "m", contents: [{ parts: [{ text: "a", image: secret }] }] },
    "contents[0].parts[0].image is not a field here"
  ],
  [
    "generateNativeImage",
    { model: "m", contents: [{ parts: [] }] },
    "contents[0].parts must be a list of one element at the least"
  ],
  [
    "generateNativeImage",
    { model: "..", contents: [{ parts: [{ text: "" }] }] },
    "model must be a text that can stand in the path: not empty, not . or .."
  ],
  [
    "generateNativeImage",
    { model: "\ud800", contents: [{ parts: [{ text: "" }] }] },
    "model must be a text that can stand in the path: not empty, not . or .."
  ],
  ["listAssets", { Filter: {} }, "Filter.GroupId is missing"],
  ["listAssets", { PageNumber: 1 }, "Filter is missing"],
  ["listAssets", { Filter: { GroupId: "g" }, PageSize: 0 }, "PageSize must be a whole number from 1"],
  ["listAssets", { Filter: { GroupId: "g" }, PageNumber: -1 }, "PageNumber must be a non-negative number"],
  ["listAssets", { Filter: { GroupId: "g", groupId: secret } }, "Filter.groupId is not a field here"],
  ["createEmbeddings", { model: "", input: "a" }, "model must be a non empty string"],
  ["createEmbeddings", { model: "m", input: ["a"] }, "input must be a string, not an array"],
  ["createEmbeddings", { model: "m", input: "a", dimensions: -1 }, "dimensions must be a non-negative number"],
  ["createEmbeddings", { model: "m", input: "a", user: secret }, "user is not a field here"],
  [
    "rerankDocuments",
    { model: "m", query: "q", documents: ["a", { text: secret }] },
    "documents[1] must be a string, not an object"
  ],
  ["rerankDocuments", { model: "m", query: "q", documents: [], topN: 1 }, "topN is not a field here"],
  [
    "orderVideo",
    { model: "m", duration: "5", seed: 0.5, fileInfos: [{ uri: secret }], enableBGM: true },
    "fileInfos[0].uri is not a field here; duration must be a number, not a string; " +
      "enableBGM must be a string, not a boolean; seed must be an integer"
  ],
  ["orderVideo", { prompt: secret }, "model is missing"]
]

describe("an input that does not fit never goes out", () => {
  it.effect.each(refusals.map(([name, input, problems]) => ({ name, input, problems })))(
    "$name: $problems",
    ({ input, name, problems }) =>
      Effect.gen(function* () {
        const error = yield* execute(name, input)
        const prefix = `${name}: the request was not sent: `
        assert.strictEqual(error.message.slice(0, prefix.length), prefix)
        const said = error.message.slice(prefix.length).split("; ")
        assert.sameMembers(said, problems.split("; "))
        assert.notInclude(`${error.message} ${JSON.stringify(error)} ${Inspectable.format(error)}`, secret)
      })
  )
})
