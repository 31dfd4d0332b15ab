import { SqlError } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { passes } from "../../src/durable/store/passes.js"

const said = (code: string, message = "") =>
  new SqlError.SqlError({ cause: Object.assign(new Error(message), { code }) })

it.each([
  [
    "SQLite",
    "FULL BUSY BUSY_SNAPSHOT LOCKED IOERR IOERR_WRITE CANTOPEN READONLY READONLY_DBMOVED"
      .split(" ")
      .map((code) => `SQLITE_${code}`)
  ],
  ["PostgreSQL", ["08000", "08006", "53100", "53300", "57P01", "57P03", "40001", "40P01", "55P03"]],
  ["the network", ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]]
])("what %s says in passing is waited for", (_, codes) => {
  for (const code of codes) assert.isTrue(passes(said(code)), code)
})

it.each([
  "Connection terminated unexpectedly",
  "Client has encountered a connection error and is not queryable",
  "timeout exceeded when trying to connect",
  "cannot rollback - no transaction is active"
])("%s, without a code, is waited for", (message) => {
  assert.isTrue(passes(said("", message)))
})

it("all else is not", () => {
  const codes = ["SQLITE_CONSTRAINT", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CORRUPT", "SQLITE_TOOBIG", "SQLITE_ERROR"]
  for (const code of [...codes, "23505", "22001", "42P01", "28P01", "ERR_INVALID_ARG_TYPE"])
    assert.isFalse(passes(said(code)), code)
  assert.isFalse(passes(said("", "Do not know how to serialize a BigInt")))
  assert.isFalse(passes(new SqlError.SqlError({ cause: "said in a text" })))
})
