import { createRequire } from "node:module"

const load = createRequire(import.meta.url)

/**
 * Stands for `better-sqlite3` in the bundle, which cannot hold native code: takes whichever of the two packages with its
 * interface is installed. It is looked for when a database is opened and not before, so that only `serve --data` and `batch`
 * need it.
 */
// biome-ignore lint/style/noDefaultExport: better-sqlite3 has one.
export default class NativeSqlite {
  constructor(...args: ReadonlyArray<unknown>) {
    const Database: new (...args: ReadonlyArray<unknown>) => object = load(installed() ?? "libsql")
    // biome-ignore lint/correctness/noConstructorReturn: callers must get the database itself.
    return new Database(...args)
  }
}

/** The name of the SQLite package that is installed, if one is. */
export const installed = (): string | undefined =>
  ["better-sqlite3", "libsql"].find((name) => {
    try {
      return load.resolve(name) !== ""
    } catch {
      return false
    }
  })
