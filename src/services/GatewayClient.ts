import * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import type * as ConfigError from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accept } from "../schemas/accept.js"
import { encode } from "../schemas/encode.js"
import type { GatewayError } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"
import { ask } from "./client/ask.js"
import type { Line } from "./client/attempt.js"
import { attempt } from "./client/attempt.js"
import { backoff } from "./client/CallTally.js"
import type { GatewayClientOptions } from "./client/ClientOptions.js"
import { clientConfig, endpoint } from "./client/ClientOptions.js"
import { called } from "./client/called.js"
import { wasPerhapsSent } from "./client/claimed.js"
import { httpRequest } from "./client/httpRequest.js"
import { missingSetting } from "./client/missingSetting.js"
import { modelOf } from "./client/modelOf.js"
import type { Retries } from "./client/RetryPolicy.js"
import type { Redaction } from "./client/redact.js"
import { redaction } from "./client/redact.js"
import { retried } from "./client/retried.js"
import { makeTraffic } from "./traffic/Traffic.js"

/**
 * Executes an operation. The request is written as its schema's encoded form, so defaults may be left out; it is checked
 * before anything is sent.
 */
export type Execute = <A, I, B, J>(
  operation: Operation.Operation<string, A, I, B, J>
) => (request: I) => Effect.Effect<B, GatewayError>

/**
 * The one HTTP path to a gateway, and the one owner of retries, timeouts, limits and redaction. The HTTP client itself is
 * the user's: `NodeHttpClient.layerUndici`, `FetchHttpClient.layer`, or a fake.
 */
export class GatewayClient extends Context.Tag("effect-model-gateway/GatewayClient")<
  GatewayClient,
  {
    /** Executes any operation, built in or declared by the user. */
    readonly execute: Execute
    /** How it sends requests again for calls that have no `RetryPolicy` of their own. */
    readonly retries: Retries
    /** How what came in a reply is made fit to stand in an error. */
    readonly redaction: Redaction
  }
>() {
  /** A client from options. Fails where the base URL or the key cannot be used, naming which. */
  static readonly layer = (
    options: GatewayClientOptions
  ): Layer.Layer<GatewayClient, ConfigError.ConfigError, HttpClient.HttpClient> =>
    Layer.effect(GatewayClient, make(options))

  /** A client from configuration; by default `MODEL_GATEWAY_BASE_URL` and `MODEL_GATEWAY_API_KEY`. */
  static readonly layerConfig = (
    config: Config.Config.Wrap<GatewayClientOptions> = clientConfig
  ): Layer.Layer<GatewayClient, ConfigError.ConfigError, HttpClient.HttpClient> =>
    Layer.effect(GatewayClient, Effect.flatMap(Effect.mapError(Config.unwrap(config), missingSetting), make))
}

const make = (options: GatewayClientOptions) =>
  Effect.gen(function* () {
    const target = yield* endpoint(options)
    const given = yield* HttpClient.HttpClient
    const http = (options.transformClient ?? ((same) => same))(given).pipe(
      HttpClient.withTracerDisabledWhen(() => !target.propagateTrace)
    )
    const line = { http, endpoint: target, traffic: makeTraffic(target.concurrency) }
    return GatewayClient.of({
      execute: (operation) => (request) => execute(line, operation, request),
      redaction: redaction(target.apiKey),
      retries: target.retries
    })
  })

const execute = <A, I, B, J>(
  line: Line,
  operation: Operation.Operation<string, A, I, B, J>,
  request: I
): Effect.Effect<B, GatewayError> =>
  called(operation, request, (tally) =>
    Effect.gen(function* () {
      const { accepted, message, model } = yield* prepare(line, operation, request)
      return yield* retried(line.endpoint.retries, {
        attempt: (sending, latest) => attempt(line, { operation, message, model, tally }, sending, latest),
        wasPerhapsSent: wasPerhapsSent(operation),
        sleep: backoff(tally),
        ask: (latest) => ask(operation, accepted, (query, input) => askOnce(line, query, input, latest))
      })
    })
  ).pipe(Effect.withSpan(`gateway.${operation.name}`))

/** A question about the work of a request: a call of its own, of one attempt. */
const askOnce = <A, I, B, J>(
  line: Line,
  query: Operation.Operation<string, A, I, B, J>,
  input: I,
  latest: number
): Effect.Effect<B, GatewayError> =>
  called(query, input, (tally) =>
    Effect.flatMap(prepare(line, query, input), ({ message, model }) =>
      attempt(line, { operation: query, message, model, tally }, { attempts: 1 }, latest)
    )
  )

/** The request, checked and with its defaults, the message that carries it, and the model that it names. */
const prepare = <A, I, B, J>({ endpoint }: Line, operation: Operation.Operation<string, A, I, B, J>, request: I) =>
  Effect.gen(function* () {
    const accepted = yield* accept(operation)(request)
    const wire = yield* encode(operation.name, operation.request)(accepted)
    return { accepted, message: yield* httpRequest(endpoint, operation, wire), model: modelOf(request) }
  })
