import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * Keeps a request from being redirected, which would carry a key, or an order, elsewhere. `fetch` follows redirects unless
 * told; the platform's other HTTP clients do not, and ignore this.
 */
export const withoutRedirects = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.serviceOption(FetchHttpClient.RequestInit), (given) =>
    Effect.provideService(effect, FetchHttpClient.RequestInit, {
      ...Option.getOrUndefined(given),
      redirect: "manual"
    })
  )
