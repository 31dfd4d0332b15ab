import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type { ConcurrencyBounds } from "../traffic/Concurrency.js"
import type { Retries } from "./RetryPolicy.js"
import { standardRetries } from "./RetryPolicy.js"

/** How a client reaches its gateway. */
export interface GatewayClientOptions {
  /** Where the gateway is, such as `https://gateway.example.com`. A path in it is kept in front of the operations'. */
  readonly baseUrl: string | URL
  /** Sent as `Authorization: Bearer <key>` with every request; never logged. */
  readonly apiKey: Redacted.Redacted
  /**
   * The longest that one attempt may take, from connect to the last byte; the body of an error may take a tenth of a second
   * more. HTTP clients have limits of their own: undici, of `NodeHttpClient.layerUndici`, waits for the head of a reply for an
   * hour at the most, and `fetch` of Node for 300 seconds. Default: 10 minutes.
   */
  readonly attemptTimeout?: Duration.DurationInput | undefined
  /** The largest reply that is read. Unit: bytes. Default: 128 MiB. */
  readonly maxReplyBytes?: number | undefined
  /** How failed requests are sent again. Default: `standardRetries`; a call's `RetryPolicy` goes first. */
  readonly retries?: Retries | undefined
  /**
   * Between which bounds the number of requests in flight moves: halved when the gateway asks for a pause, and then one more
   * with each round that goes well. Default: from 1 to 64.
   */
  readonly concurrency?: Partial<ConcurrencyBounds> | undefined
  /** Whether `traceparent` headers go out with the requests. Default: false. */
  readonly propagateTrace?: boolean | undefined
  /** A last word on the HTTP client, such as a proxy, extra headers or logging. */
  readonly transformClient?: ((client: HttpClient.HttpClient) => HttpClient.HttpClient) | undefined
}

/**
 * The two environment variables that a client is configured by. The key is read as text and redacted at once, for
 * `Config.redacted` would redact the name of a missing variable too.
 */
export const clientConfig: Config.Config<GatewayClientOptions> = Config.all({
  baseUrl: Config.string("MODEL_GATEWAY_BASE_URL"),
  apiKey: Config.map(Config.string("MODEL_GATEWAY_API_KEY"), (key) => Redacted.make(key))
})

/** The options, checked and with their defaults. */
export interface Endpoint {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted
  readonly attemptTimeout: Duration.Duration
  readonly maxReplyBytes: number
  readonly retries: Retries
  readonly concurrency: ConcurrencyBounds
  readonly propagateTrace: boolean
}

/** Checks the options. Left says which one does not fit, and never repeats the key. */
export const endpoint = (options: GatewayClientOptions): Either.Either<Endpoint, ConfigError.ConfigError> =>
  Either.gen(function* () {
    return {
      baseUrl: yield* checkBaseUrl(options.baseUrl),
      apiKey: yield* checkKey(options.apiKey),
      attemptTimeout: Duration.decode(options.attemptTimeout ?? "10 minutes"),
      maxReplyBytes: options.maxReplyBytes ?? 128 * 1024 * 1024,
      retries: options.retries ?? standardRetries,
      concurrency: yield* checkConcurrency(options.concurrency),
      propagateTrace: options.propagateTrace ?? false
    }
  })

const checkBaseUrl = (baseUrl: string | URL): Either.Either<string, ConfigError.ConfigError> => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const fits =
    url !== undefined &&
    (url.protocol === "http:" || url.protocol === "https:") &&
    [url.search, url.hash, url.username, url.password].every((part) => part === "")
  return fits
    ? Either.right(url.origin + url.pathname.replace(/\/+$/, ""))
    : Either.left(
        ConfigError.InvalidData(
          ["baseUrl"],
          "the base URL must be an http or https URL without query, fragment or credentials, such as https://gateway.example.com; " +
            "set MODEL_GATEWAY_BASE_URL, or the baseUrl option"
        )
      )
}

const checkConcurrency = ({
  least = 1,
  most = 64
}: Partial<ConcurrencyBounds> = {}): Either.Either<ConcurrencyBounds, ConfigError.ConfigError> =>
  Number.isSafeInteger(least) && Number.isSafeInteger(most) && least >= 1 && most >= least
    ? Either.right({ least, most })
    : Either.left(
        ConfigError.InvalidData(
          ["concurrency"],
          "the bounds of concurrency must be whole numbers from 1, and most not less than least"
        )
      )

const checkKey = (apiKey: Redacted.Redacted): Either.Either<Redacted.Redacted, ConfigError.ConfigError> =>
  Redacted.isRedacted(apiKey) && /^[\x21-\x7e]+$/.test(Redacted.value(apiKey))
    ? Either.right(apiKey)
    : Either.left(
        ConfigError.InvalidData(
          ["apiKey"],
          "the API key must be a Redacted of printable ASCII without spaces or line breaks; set MODEL_GATEWAY_API_KEY, or the apiKey option"
        )
      )
