import type { Socket } from "node:net"
import type { Scope } from "effect"
import { Context, Effect, Layer, Redacted } from "effect"
import type { EmbeddedGatewayOptions } from "effect-model-gateway/embedded"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import type { Answer, Sent } from "../../server/support/http.js"
import { open, send, write } from "../../server/support/http.js"

/** The key of the gateways under test, unless they have another. It may stand in no answer, log or metric. */
export const apiKey = "sk-2Rk8-the-key-that-must-not-leak"

/** A path of an operation, and a request that it answers. */
export const path = "/v1/embeddings"
export const right = JSON.stringify({ model: "m", input: "Where is my parcel?" })

/** An embedded gateway as its callers see it. */
export interface Started {
  readonly baseUrl: string
  /** Sends a request with the key. */
  readonly send: (sent: Sent) => Effect.Effect<Answer>
  /** Sends bytes by hand, and reads until the gateway closes the connection. */
  readonly write: (...parts: ReadonlyArray<string>) => Effect.Effect<string>
  readonly open: Effect.Effect<Socket>
}

/** Starts an embedded gateway, which stops with the scope. */
export const started = (options: EmbeddedGatewayOptions = {}): Effect.Effect<Started, never, Scope.Scope> =>
  Effect.gen(function* () {
    const key = options.apiKey ?? Redacted.make(apiKey)
    const layer = Layer.orDie(EmbeddedGateway.layer({ ...options, apiKey: key }))
    const { baseUrl } = Context.get(yield* Layer.build(layer), EmbeddedGateway)
    const port = Number(new URL(baseUrl).port)
    const authorization = `Bearer ${Redacted.value(key)}`
    return {
      baseUrl,
      send: ({ headers, ...sent }) => send(port, { ...sent, headers: { authorization, ...headers } }),
      write: (...parts) => write(port, ...parts),
      open: open(port)
    }
  })

/** The lines of a header, with the key. */
export const head = (line: string, ...headers: ReadonlyArray<string>): string =>
  [line, "Host: gateway", `Authorization: Bearer ${apiKey}`, ...headers, "", ""].join("\r\n")

/** The header of a right request, with these headers besides. */
export const post = (...headers: ReadonlyArray<string>): string => head(`POST ${path} HTTP/1.1`, ...headers)

/** The statuses of all answers in what came over a connection. */
export const statuses = (received: string): ReadonlyArray<number> =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** What comes over a connection until the gateway closes it. */
export const received = (socket: Socket): Effect.Effect<string> =>
  Effect.async((resume) => {
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk: Buffer) => chunks.push(chunk))
    socket.on("close", () => resume(Effect.succeed(Buffer.concat(chunks).toString())))
  })
