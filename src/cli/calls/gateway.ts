import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { EmbeddedGateway } from "../../embedded/EmbeddedGateway.js"
import type { Retries } from "../../services/client/RetryPolicy.js"
import { standardRetries } from "../../services/client/RetryPolicy.js"
import * as Gateway from "../../services/Gateway.js"
import { saidBy } from "../../sqlite/saidBy.js"
import { WrongUsage } from "../WrongUsage.js"
import type { Common } from "./commonOptions.js"

type Where = Pick<Common, "apiKeyFile" | "baseUrl" | "embedded">

/** The services of the gateway that was asked for. Fails where it is not clear which, or what its key is. */
export const gateway = (
  where: Where,
  retries: Retries = standardRetries
): Layer.Layer<Gateway.Services, WrongUsage, FileSystem.FileSystem> =>
  where.embedded ? embedded(where) : remote(where, retries)

const wrong = (message: string) => new WrongUsage({ message })

const embedded = ({ apiKeyFile, baseUrl }: Where) =>
  Option.isSome(apiKeyFile) || Option.isSome(baseUrl)
    ? Layer.fail(wrong("--embedded runs without a gateway: leave out --base-url and --api-key-file"))
    : EmbeddedGateway.services.pipe(
        Layer.provide(EmbeddedGateway.layer()),
        Layer.mapError(({ message }) => wrong(message))
      )

const remote = ({ apiKeyFile, baseUrl }: Where, retries: Retries) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const url = yield* Option.match(baseUrl, {
        onSome: Effect.succeed,
        onNone: () =>
          fromEnvironment("MODEL_GATEWAY_BASE_URL", "give --base-url, or --embedded to run without a gateway")
      })
      const apiKey = yield* Option.match(apiKeyFile, {
        onSome: keyIn,
        onNone: () => fromEnvironment("MODEL_GATEWAY_API_KEY", "set it, or give --api-key-file")
      })
      return Gateway.layer({ baseUrl: url, apiKey: Redacted.make(apiKey), retries }).pipe(
        Layer.provide(NodeHttpClient.layerUndici),
        Layer.mapError((error) => wrong(unusable(error, apiKeyFile)))
      )
    })
  )

const fromEnvironment = (name: string, advice: string) =>
  Effect.mapError(Config.nonEmptyString(name), () => wrong(`${name} is not set: ${advice}`))

const keyIn = (file: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const text = yield* Effect.mapError(files.readFileString(file), (error) =>
      wrong(`--api-key-file ${file} cannot be read (${saidBy(error)})`)
    )
    const key = text.replace(/[\r\n]+$/, "")
    return key === "" ? yield* wrong(`--api-key-file ${file} is empty`) : key
  })

/** The client's own words advise of its options, which are others here. */
const unusable = (error: ConfigError.ConfigError, apiKeyFile: Option.Option<string>): string =>
  ConfigError.isInvalidData(error) && error.path.includes("apiKey")
    ? `${Option.match(apiKeyFile, { onNone: () => "MODEL_GATEWAY_API_KEY", onSome: (file) => `--api-key-file ${file}` })} must hold printable ASCII without spaces, for it is sent as a header`
    : "--base-url (MODEL_GATEWAY_BASE_URL) must be an http or https URL without query, fragment or credentials"
