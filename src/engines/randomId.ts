import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"

/**
 * A new id of 32 hexadecimal digits. Who knows an asset's id can open its file, so ids come from the system's generator
 * and not from `Random`, which can be seeded.
 */
export const randomId: Effect.Effect<string> = Effect.sync(() =>
  // biome-ignore lint/nursery/noJsRestrictedProperties: Random can be guessed, and this must not be.
  Encoding.encodeHex(crypto.getRandomValues(new Uint8Array(16)))
)
