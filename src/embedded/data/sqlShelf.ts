import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { NotKept } from "../../engines/state/NotKept.js"
import type { KeptForm, MakeShelf } from "../../engines/state/Shelf.js"
import { encode } from "../../schemas/encode.js"
import { fieldIssues, formatIssues } from "../../schemas/FieldIssue.js"
import { codeOf, saidBy } from "../../sqlite/saidBy.js"

/**
 * Shelves in a database, all in the table `kept`, and none of it in memory. A look over a whole shelf reads all of it, which
 * is for some thousands of things. What cannot be written is `NotKept` where it is certain that nothing was; what cannot be
 * read is a defect, and so is a write that the disk broke off, for a part of that may come back after a crash.
 */
export const sqlShelf =
  (sql: SqlClient.SqlClient, directory: string): MakeShelf =>
  <A, I extends KeptForm>(name: string, schema: Schema.Schema<A, I>) => {
    const read = decoder(name, schema)
    const write = encode(name, schema)
    const said = (doing: string, error: SqlError.SqlError) =>
      `${name} could not be ${doing} ${directory} (${saidBy(error)})`
    const notRead = (error: SqlError.SqlError) => Effect.dieMessage(said("read from", error))
    const notWritten = (error: SqlError.SqlError) =>
      /^SQLITE_(?!IOERR)/.test(codeOf(error))
        ? Effect.zipRight(Effect.logError(said("written to", error)), new NotKept({ shelf: name }))
        : Effect.dieMessage(said("written to", error))

    const found = (rows: Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>) =>
      rows.pipe(Effect.catchAll(notRead), Effect.flatMap(read))

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
          notWritten
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
