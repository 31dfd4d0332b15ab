import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import type { KeptForm, MakeShelf } from "../../engines/state/Shelf.js"
import { encode } from "../../schemas/encode.js"
import { fieldIssues, formatIssues } from "../../schemas/FieldIssue.js"
import { saidBy } from "./saidBy.js"

/**
 * Shelves in a database, all in the table `kept`, and none of it in memory, so that whoever else writes there is seen. A
 * look over a whole shelf reads all of it, which is for some thousands of things. What cannot be read or written is a
 * defect.
 */
export const sqlShelf =
  (sql: SqlClient.SqlClient, directory: string): MakeShelf =>
  <A, I extends KeptForm>(name: string, schema: Schema.Schema<A, I>) => {
    const read = decoder(name, schema)
    const write = encode(name, schema)
    const fails = (doing: string) => (error: SqlError.SqlError) =>
      Effect.dieMessage(`${name} could not be ${doing} ${directory} (${saidBy(error)})`)

    const found = (rows: Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>) =>
      rows.pipe(Effect.catchAll(fails("read from")), Effect.flatMap(read))

    const get = (id: string) =>
      Effect.map(found(sql`SELECT thing, bytes FROM kept WHERE shelf = ${name} AND id = ${id}`), ([thing]) =>
        Option.fromNullable(thing)
      )
    const insert = (conflict: "IGNORE" | "REPLACE") => (id: string, thing: A) =>
      Effect.gen(function* () {
        const { bytes = null, ...fields } = yield* write(thing)
        yield* Effect.catchAll(
          sql`INSERT OR ${sql.literal(conflict)} INTO kept (shelf, id, thing, bytes)
            VALUES (${name}, ${id}, ${JSON.stringify(fields)}, ${bytes})`,
          fails("written to")
        )
        return yield* Effect.orDie(Effect.flatten(get(id)))
      })
    return {
      get,
      keep: insert("IGNORE"),
      // SQLite removes the row that was there, and what is put in its place has a number of its own.
      replace: insert("REPLACE"),
      all: found(sql`SELECT thing, bytes FROM kept WHERE shelf = ${name} ORDER BY seq`),
      newest: (count) =>
        found(sql`SELECT thing, bytes FROM kept WHERE shelf = ${name} ORDER BY seq DESC LIMIT ${count}`)
    }
  }

/** The bytes come as an `ArrayBuffer` or a view of one, as the driver likes. */
interface Row {
  readonly thing: string
  readonly bytes: ArrayBuffer | Uint8Array | null
}

const decoder = <A, I>(name: string, schema: Schema.Schema<A, I>) => {
  const decode = ParseResult.decodeUnknown(schema)
  return (rows: ReadonlyArray<Row>): Effect.Effect<ReadonlyArray<A>> =>
    Effect.catchAll(
      Effect.forEach(rows, ({ bytes, thing }) =>
        decode({ ...JSON.parse(thing), ...(bytes === null ? {} : { bytes: new Uint8Array(bytes) }) })
      ),
      (issue) =>
        Effect.dieMessage(`${name} does not decode: ${formatIssues(fieldIssues(ParseResult.parseError(issue)))}`)
    )
}
