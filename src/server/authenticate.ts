import type * as Headers from "@effect/platform/Headers"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * Whether a request carries the key. Both sides are hashed and the digests compared byte by byte to the end, so that the
 * time taken tells nothing of the key, its length included.
 */
export const isAuthentic = (apiKey: Redacted.Redacted, headers: Headers.Headers): Effect.Effect<boolean> => {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1]
  return Effect.map(
    Effect.all([digest(token ?? ""), digest(Redacted.value(apiKey))]),
    ([given, wanted]) => token !== undefined && sameBytes(given, wanted)
  )
}

const digest = (text: string): Effect.Effect<Uint8Array> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (buffer) => new Uint8Array(buffer)
  )

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}
