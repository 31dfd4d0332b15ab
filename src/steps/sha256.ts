import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"

/** The SHA-256 digest of bytes, in hexadecimal. */
export const sha256 = (bytes: Uint8Array): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new Uint8Array(bytes))),
    (digest) => Encoding.encodeHex(new Uint8Array(digest))
  )
