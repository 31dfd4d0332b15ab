import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { assert } from "@effect/vitest"
import type { Scope } from "effect"
import { Effect, Layer, Redacted } from "effect"
import type { EmbeddedGatewayOptions } from "effect-model-gateway/embedded"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { decode } from "fast-png"

/** An embedded gateway with a key of its own, as a client of another make is configured for it. */
export interface Place {
  readonly baseUrl: string
  readonly apiKey: string
}

/** Starts a gateway; when the scope closes, no connection may have been opened to anything but the loopback. */
export const gatewayWith = (
  options?: EmbeddedGatewayOptions
): Effect.Effect<Place & { readonly layer: Layer.Layer<EmbeddedGateway> }, never, Scope.Scope> =>
  Effect.gen(function* () {
    yield* loopbackOnly
    const built = yield* Layer.build(Layer.orDie(EmbeddedGateway.layer(options)))
    const { apiKey, baseUrl } = yield* Effect.provide(EmbeddedGateway, built)
    return { baseUrl, apiKey: Redacted.value(apiKey), layer: Layer.succeedContext(built) }
  })

/** A gateway whose engines answer. */
export const gateway = gatewayWith()

/** Where the clients' `fetch` connects to, which Node tells on this channel. */
const connecting = "undici:client:beforeConnect"

const loopbackOnly = Effect.acquireRelease(
  Effect.sync(() => {
    const hosts: Array<unknown> = []
    const listen = (message: unknown) => {
      const { connectParams } = Object(message)
      hosts.push(connectParams.hostname)
    }
    subscribe(connecting, listen)
    return { hosts, listen }
  }),
  ({ hosts, listen }) =>
    Effect.sync(() => {
      unsubscribe(connecting, listen)
      assert.deepStrictEqual([...new Set(hosts)], ["127.0.0.1"])
    })
)

/** What a promise of a client gives. */
export const ask = <A>(call: () => PromiseLike<A>): Effect.Effect<A> => Effect.promise(() => Promise.resolve(call()))

/** What a promise of a client is rejected with. */
export const refusal = (call: () => PromiseLike<unknown>): Effect.Effect<unknown> =>
  Effect.flip(Effect.tryPromise({ try: () => Promise.resolve(call()), catch: (error) => error })).pipe(
    Effect.orDieWith(() => new Error("the client was not refused"))
  )

/** The width and height of a PNG, each of whose chunks is whole. */
export const sizeOfPng = (base64: string): readonly [width: number, height: number] => {
  const { height, width } = decode(Buffer.from(base64, "base64"), { checkCrc: true })
  return [width, height]
}

/** The PNGs that stand in a text as Markdown inline images, in base64. */
export const pngsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/!\[[^\]]*\]\(data:image\/png;base64,([^)]*)\)/g)].map(([, base64]) => base64 ?? "")
