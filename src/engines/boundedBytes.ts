import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** All bytes of a stream, which fails as soon as there are more than a limit. Unit of the limit: bytes. */
export const boundedBytes =
  <E>(limit: number, tooMany: Effect.Effect<never, E>) =>
  <E2, R>(stream: Stream.Stream<Uint8Array, E2, R>): Effect.Effect<Uint8Array, E | E2, R> =>
    stream.pipe(
      Stream.mapAccumEffect(0, (size, chunk) => {
        const grown = size + chunk.byteLength
        return grown > limit ? tooMany : Effect.succeed([grown, chunk] as const)
      }),
      Stream.runCollect,
      Effect.map((chunks) => joined([...chunks]))
    )

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
