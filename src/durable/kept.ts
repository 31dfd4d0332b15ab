import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { fieldIssues } from "../schemas/FieldIssue.js"

/**
 * How an outcome is kept: as JSON text, also on its way to whoever waits for it, so that the first run sees what every later one
 * will see. In a list of its own, for JSON has no word for nothing.
 */
export const kept = <A, I>(schema: Schema.Schema<A, I>): Schema.Schema<readonly [A], string> =>
  Schema.parseJson(Schema.Tuple(schema))

/** Proves that an outcome can be kept and read back; where it cannot, that is a defect which names the place, not the value. */
export const keepable =
  (key: string) =>
  <A, I>(schema: Schema.Schema<A, I>, value: A): Effect.Effect<void> =>
    ParseResult.encode(kept(schema))([value]).pipe(
      Effect.flatMap(ParseResult.decode(kept(schema))),
      Effect.mapError((issue) => {
        const places = fieldIssues(ParseResult.parseError(issue)).map(({ path }) => path.replace(/^\[0\]\.?/, ""))
        return new Error(`${key} came to what its schema cannot keep as JSON${placed(places)}`)
      }),
      Effect.orDie,
      Effect.asVoid
    )

const placed = (places: ReadonlyArray<string>): string => {
  const named = places.filter((place) => place !== "")
  return named.length === 0 ? "" : `, at ${named.join(", ")}`
}
