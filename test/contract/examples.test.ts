import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Record } from "effect"
import type { Operation } from "effect-model-gateway"
import { operations, Path, submitTranscription } from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { wav } from "../engines/support/audio.js"
import { serveFiles } from "../engines/support/fileServer.js"
import { asSchema } from "./support/fits.js"

const gateway = Layer.merge(EmbeddedGateway.layer(), NodeHttpClient.layerUndici)

/** Sends an operation's example as it stands in the document, but for these fields. */
const sendExample = (operation: Operation.Any, instead: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const { apiKey, baseUrl } = yield* EmbeddedGateway
    const client = yield* HttpClient.HttpClient
    const fields = { ...asSchema(operation.documentation?.example.request), ...instead }
    const path = Either.getOrThrow(Path.fill(operation.path, fields))
    const body = Record.filter(fields, (_, field) => !Path.parameters(operation.path).includes(field))
    const request = HttpClientRequest.post(`${baseUrl}${path}`).pipe(
      HttpClientRequest.bearerToken(apiKey),
      HttpClientRequest.bodyUnsafeJson(body)
    )
    const response = yield* client.execute(request)
    return { status: response.status, json: yield* response.json }
  })

/** Submits the example of a transcription, with a recording that this machine serves. */
const submitExample = Effect.gen(function* () {
  const { baseUrl } = yield* serveFiles({ "/call.wav": wav(1, "Good morning") })
  const { audio } = submitTranscription.documentation?.example.request ?? assert.fail("no example")
  return yield* sendExample(submitTranscription, { audio: { ...audio, uri: `${baseUrl}/call.wav` } })
})

describe("an operation's example, sent to an embedded gateway", () => {
  it.layer(gateway)((it) => {
    it.scoped.each(operations)("$name succeeds", (operation) =>
      Effect.gen(function* () {
        const submitted = yield* submitExample
        const answer = operation === submitTranscription ? submitted : yield* sendExample(operation)
        assert.strictEqual(answer.status, operation.successStatuses[0], JSON.stringify(answer.json))
        if ("envelope" in operation) assert.propertyVal(answer.json, "code", "200")
      })
    )
  })
})
