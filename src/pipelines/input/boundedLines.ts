import * as Stream from "effect/Stream"

/** A line of an input: its number, from 1, and its text; none where it is longer than the limit. */
export interface Line {
  readonly number: number
  readonly text: string | undefined
}

/** The longest line that is read. Unit: UTF-16 code units. */
export const longestLine = 16 * 1024 * 1024

interface State {
  readonly number: number
  readonly rest: string
  readonly tooLong: boolean
}

/**
 * The lines of a text that are not blank. Of a line longer than the limit no more than the limit is held, so that an input
 * without line ends cannot fill the memory.
 */
export const boundedLines =
  (limit = longestLine) =>
  <E, R>(text: Stream.Stream<string, E, R>): Stream.Stream<Line, E, R> =>
    Stream.concat(text, Stream.succeed("\n")).pipe(
      Stream.mapAccum<State, string, ReadonlyArray<Line>>({ number: 1, rest: "", tooLong: false }, (state, chunk) =>
        take(state, chunk, limit)
      ),
      Stream.mapConcat((lines) => lines)
    )

const take = (state: State, chunk: string, limit: number): readonly [State, ReadonlyArray<Line>] => {
  const [first = "", ...others] = chunk.split("\n")
  const lines: Array<Line> = []
  let { number, rest, tooLong } = state
  const grow = (part: string) => {
    tooLong = tooLong || rest.length + part.length > limit
    rest = tooLong ? "" : rest + part
  }
  grow(first)
  for (const part of others) {
    if (tooLong) lines.push({ number, text: undefined })
    else if (rest.trim() !== "") lines.push({ number, text: rest })
    number++
    rest = ""
    tooLong = false
    grow(part)
  }
  return [{ number, rest, tooLong }, lines]
}
