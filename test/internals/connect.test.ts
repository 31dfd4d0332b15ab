import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { connectSafely } from "../../src/sqlite/connect.js"
import { directory } from "../embedded/data/support/directories.js"

it.scopedLive("what a statement wrote is on disk when it ends, and others are waited for", () =>
  Effect.gen(function* () {
    const sql = yield* connectSafely(join(yield* directory, "one.sqlite"))
    assert.deepStrictEqual(yield* sql`PRAGMA journal_mode`, [{ journal_mode: "wal" }])
    assert.deepStrictEqual(yield* sql`PRAGMA synchronous`, [{ synchronous: 2 }])
    assert.deepStrictEqual(yield* sql`PRAGMA busy_timeout`, [{ timeout: 5000 }])
  })
)
