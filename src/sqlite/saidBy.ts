import type * as PlatformError from "@effect/platform/Error"
import type * as SqlError from "@effect/sql/SqlError"
import * as Predicate from "effect/Predicate"

/** What the file system or the database said, in one line. */
export const saidBy = (error: PlatformError.PlatformError | SqlError.SqlError): string => {
  const { cause = error } = error
  const [firstLine = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n")
  return firstLine
}

/** The code of an error of SQLite, such as `SQLITE_BUSY`; empty where it has none. */
export const sqliteCode = ({ cause }: SqlError.SqlError): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""
