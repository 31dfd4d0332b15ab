import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** As much of the end of a stream as is looked at. Unit: bytes. */
const looked = 4_096

/** The longest line that is shown. Unit: characters. */
const longest = 300

/** The last line with something in it of all that a stream brings, short, and without control characters. */
export const lastLine = <E, R>(stream: Stream.Stream<Uint8Array, E, R>): Effect.Effect<string, E, R> =>
  Effect.map(Stream.runFold(stream, new Uint8Array(), endOf), (bytes) => {
    const lines = new TextDecoder().decode(bytes).split(/[\r\n]/)
    return lines.reduce((last, line) => plain(line) || last, "").slice(0, longest)
  })

const endOf = (before: Uint8Array, chunk: Uint8Array): Uint8Array => {
  const kept = before.subarray(Math.max(0, before.length + chunk.length - looked))
  const added = chunk.subarray(-looked)
  const end = new Uint8Array(kept.length + added.length)
  end.set(kept)
  end.set(added, kept.length)
  return end
}

/** Colours of a terminal go as a whole, what else steers one character by character. */
const plain = (line: string): string =>
  line
    .replace(/\p{Cc}\[[\d;]*[A-Za-z]/gu, "")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
