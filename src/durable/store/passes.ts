import * as Cause from "effect/Cause"
import { codeOf, saidBy } from "../../sqlite/saidBy.js"

/**
 * Whether what a store says passes by itself, or when somebody makes room for it, as on a full disk or with a server that
 * starts anew. All else, such as a value of which there is no JSON, is said again each time.
 */
export const passes = (error: { readonly cause?: unknown }): boolean =>
  Cause.isInterruptedException(error.cause) || codes.test(codeOf(error)) || lost.test(saidBy(error))

/**
 * SQLite's result codes, also with what they add, such as `SQLITE_IOERR_WRITE`; of PostgreSQL the classes of connections, of
 * what there is too little of, of an operator's hand and of the system, and the conflicts that end with the other's
 * transaction; and the network's.
 */
const codes = new RegExp(
  [
    "^SQLITE_(FULL|BUSY|LOCKED|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)(_|$)",
    "^(08|53|57|58)\\w{3}$",
    "^(40001|40P01|55P03|25006)$",
    "^E(CONN|HOST|NET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN)"
  ].join("|")
)

/** What is said without a code: of a connection by the client of PostgreSQL, and of a transaction that SQLite gave up itself. */
const lost = /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout e|cannot rollback)/
