import * as Predicate from "effect/Predicate"

/** An error with what caused it, such as those of the file system and of the databases. */
interface Caused {
  readonly cause?: unknown
}

/** What the file system, the database or the socket said, in one line. */
export const saidBy = (error: Caused): string => {
  const { cause = error } = error
  // Where several addresses were tried, there is a code and no message.
  const [firstLine = ""] = (cause instanceof Error ? cause.message || codeOf(error) : String(cause)).split("\n")
  return firstLine
}

/** The code of an error of a database, such as `SQLITE_BUSY` or `28P01`; empty where it has none. */
export const codeOf = ({ cause }: Caused): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""
