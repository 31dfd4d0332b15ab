import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { saidBy } from "./saidBy.js"

/** What tells a database of this gateway from every other: SQLite's `application_id`, here the letters EMGW. */
export const applicationId = 0x454d4757

/** The version of the tables: SQLite's `user_version`. */
export const version = 1

/**
 * Refuses a database that is foreign or of another version. It looks at the header of the file alone, for opening a
 * database may write to it. Fails with what to do, in words.
 */
export const checkHeader = (files: FileSystem.FileSystem, database: string): Effect.Effect<void, string> =>
  Effect.scoped(Effect.flatMap(files.open(database), (file) => file.readAlloc(headerBytes))).pipe(
    Effect.mapError(
      (error) => `gateway.sqlite cannot be read (${saidBy(error)}); mend that, or name another directory`
    ),
    Effect.map(Option.getOrElse(() => new Uint8Array())),
    Effect.flatMap((header) => {
      const refusal = refusalOf(header)
      return refusal === undefined ? Effect.void : Effect.fail(refusal)
    })
  )

const headerBytes = 100

/** Where SQLite's file format has the two numbers, both of 32 bits, highest byte first. */
const offsets = { version: 60, applicationId: 68 }

const refusalOf = (header: Uint8Array): string | undefined => {
  if (header.length < headerBytes) {
    return "gateway.sqlite is cut off; put a whole copy in its place, or remove it to begin anew"
  }
  const view = new DataView(header.buffer, header.byteOffset)
  if (view.getUint32(offsets.applicationId) !== applicationId) {
    return "gateway.sqlite is no database of this gateway; name another directory"
  }
  const found = view.getUint32(offsets.version)
  return found === version
    ? undefined
    : `gateway.sqlite is of version ${found}, and this package keeps version ${version}; ` +
        "install the package that wrote it, or name another directory"
}
