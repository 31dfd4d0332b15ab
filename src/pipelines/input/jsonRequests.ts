import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Line } from "./boundedLines.js"
import { longestLine } from "./boundedLines.js"

/** A request as an input holds it, or why it cannot be read; `label` says where it stands, such as `line 3`. */
export interface Written {
  readonly label: string
  readonly json: Either.Either<unknown, string>
}

/**
 * The requests of an input: JSON Lines, one JSON value, or one JSON array of them. A first line that is whole in itself makes
 * it JSON Lines, so that a pipe is read as it comes; else it is one JSON value over many lines, where that can be read.
 */
export const jsonRequests = <E, R>(lines: Stream.Stream<Line, E, R>): Stream.Stream<Written, E, R> =>
  Stream.concat(Stream.map(lines, Option.some), Stream.succeed(Option.none<Line>())).pipe(
    Stream.mapAccum<State, Option.Option<Line>, ReadonlyArray<Written>>({ _tag: "Start" }, (state, line) =>
      Option.match(line, { onNone: () => [state, atEnd(state)], onSome: (line) => atLine(state, line) })
    ),
    Stream.mapConcat((requests) => requests)
  )

/** What is known of the form. `Open`: the first line is no JSON, so all is held until it is clear what it is. */
type State =
  | { readonly _tag: "Start" | "Lines" }
  | { readonly _tag: "Open"; readonly held: Array<Line>; readonly size: number }

const atLine = (state: State, line: Line): readonly [State, ReadonlyArray<Written>] => {
  if (state._tag === "Lines") return [state, [written(line)]]
  const size = (state._tag === "Open" ? state.size : 0) + (line.text?.length ?? longestLine)
  if (state._tag === "Open") {
    state.held.push(line)
    return size < longestLine ? [{ ...state, size }, []] : [{ _tag: "Lines" }, state.held.map(written)]
  }
  const whole = parsed(line.text ?? "")
  if (Option.isSome(whole)) return [{ _tag: "Lines" }, all(whole.value, `line ${line.number}`)]
  return size < longestLine ? [{ _tag: "Open", held: [line], size }, []] : [{ _tag: "Lines" }, [written(line)]]
}

const atEnd = (state: State): ReadonlyArray<Written> =>
  state._tag !== "Open"
    ? []
    : Option.match(parsed(state.held.map(({ text }) => text).join("\n")), {
        onNone: () => state.held.map(written),
        onSome: (whole) => all(whole, "the input")
      })

const all = (whole: unknown, label: string): ReadonlyArray<Written> =>
  Array.isArray(whole)
    ? whole.map((json: unknown, index) => ({ label: `request ${index + 1}`, json: Either.right(json) }))
    : [{ label, json: Either.right(whole) }]

const written = ({ number, text }: Line): Written => ({
  label: `line ${number}`,
  json: text === undefined ? Either.left("is longer than 16 MiB") : Either.fromOption(parsed(text), () => "is not JSON")
})

const parsed = Schema.decodeUnknownOption(Schema.parseJson())
