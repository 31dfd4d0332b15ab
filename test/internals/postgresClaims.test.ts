import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { makeClaimsTable, sqlClaims } from "../../src/durable/store/sqlClaims.js"
import { database } from "../durable/support/database.js"

it.scopedLive("of owners that take a step at once, one is the first", () =>
  Effect.gen(function* () {
    const url = yield* database
    yield* Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* makeClaimsTable(sql)
      const { note, take } = sqlClaims(sql)
      const claimed = (step: string, owner: string) => ({ execution: "one", step, owner })
      for (let n = 0; n < 50; n++) {
        const takes = Array.from({ length: 8 }, (_, owner) => take(claimed(`step ${n}`, `${owner}`)))
        const firsts = yield* Effect.all(takes, { concurrency: "unbounded" })
        assert.strictEqual(firsts.filter((isFirst) => isFirst).length, 1)
      }
      yield* take(claimed("again", "a"))
      assert.isTrue(yield* take(claimed("again", "a")), "the same owner, which had no answer")
      assert.isTrue(yield* note(claimed("again", "a"), "waiting"))
      assert.isTrue(yield* take(claimed("again", "b")), "another, as it waited")
      assert.isFalse(yield* note(claimed("again", "a"), "sending"), "taken over")
      assert.isFalse(yield* take(claimed("again", "c")), "a third, as it may have been sent")
    }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url) })))
  })
)
