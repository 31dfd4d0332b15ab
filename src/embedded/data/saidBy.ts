import type * as PlatformError from "@effect/platform/Error"
import type * as SqlError from "@effect/sql/SqlError"

/** What the file system or SQLite said, in one line. */
export const saidBy = (error: PlatformError.PlatformError | SqlError.SqlError): string => {
  const { cause = error } = error
  const [firstLine = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n")
  return firstLine
}
