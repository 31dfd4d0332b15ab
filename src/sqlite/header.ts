import type * as PlatformError from "@effect/platform/Error"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { saidBy } from "./saidBy.js"

/** What tells the databases of one kind from every other: two numbers of SQLite's own header. */
export interface Header {
  /** Of four bytes; here always four letters. */
  readonly applicationId: number
  /** The version of the tables: SQLite's `user_version`. */
  readonly version: number
}

/**
 * Refuses a database that is foreign, cut off or of another version. It looks at the header of the file alone, for opening a
 * database may write to it. Fails with what to do, in words that begin with `name`.
 */
export const checkHeader = (
  files: FileSystem.FileSystem,
  database: string,
  { elsewhere, kind, name, owner }: Named
): Effect.Effect<void, string> =>
  Effect.scoped(Effect.flatMap(files.open(database), (file) => file.readAlloc(headerBytes))).pipe(
    Effect.mapError(
      (error: PlatformError.PlatformError) => `${name} cannot be read (${saidBy(error)}); mend that, or ${elsewhere}`
    ),
    Effect.map(Option.getOrElse(() => new Uint8Array())),
    Effect.flatMap((header) => {
      const found = readHeader(header)
      if (found === undefined) {
        return Effect.fail(`${name} is cut off; put a whole copy in its place, or remove it to begin anew`)
      }
      if (found.applicationId !== kind.applicationId) return Effect.fail(`${name} is no ${owner}; ${elsewhere}`)
      return found.version === kind.version
        ? Effect.void
        : Effect.fail(
            `${name} is of version ${found.version}, and this package keeps version ${kind.version}; ` +
              `install the package that wrote it, or ${elsewhere}`
          )
    })
  )

/** A kind of database, and how its refusals call it. */
export interface Named {
  readonly kind: Header
  /** Such as `gateway.sqlite`. */
  readonly name: string
  /** What it is, such as `database of this gateway`. */
  readonly owner: string
  /** What else can be done, such as `name another directory`. */
  readonly elsewhere: string
}

const headerBytes = 100

/** Where SQLite's file format has the two numbers, both of 32 bits, highest byte first. */
const offsets = { version: 60, applicationId: 68 }

const readHeader = (header: Uint8Array): Header | undefined => {
  if (header.length < headerBytes) return undefined
  const view = new DataView(header.buffer, header.byteOffset)
  return { applicationId: view.getUint32(offsets.applicationId), version: view.getUint32(offsets.version) }
}
