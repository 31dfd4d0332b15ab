import { join } from "node:path"
import { SqliteClient } from "@effect/sql-sqlite-node"
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { StepClaims } from "../../src/durable/StepClaims.js"
import { memoryClaims } from "../../src/durable/store/memoryClaims.js"
import { makeClaimsTable, sqlClaims } from "../../src/durable/store/sqlClaims.js"
import { directory } from "../embedded/data/support/directories.js"

/** What every store of claims keeps to. */
const keeps = ({ note, take, uncounted }: typeof StepClaims.Service) =>
  Effect.gen(function* () {
    const by = (owner: string, step = "order", execution = "one") => ({ execution, step, owner })
    assert.isTrue(yield* take(by("a")), "the first")
    assert.isFalse(yield* take(by("b")), "it may have been sent")
    assert.isFalse(yield* note(by("a"), "waiting"), "taken over")
    assert.isFalse(yield* take(by("c")), "and not said to be waiting by the one before")
    assert.isTrue(yield* note(by("c"), "waiting"))
    assert.isTrue(yield* take(by("d")), "it was waiting")
    assert.isTrue(yield* note(by("d"), "waiting"))
    assert.isTrue(yield* note(by("d"), "sending"))
    assert.isFalse(yield* take(by("e")), "it was sent after it had waited")
    assert.isTrue(yield* take(by("a", "another")))
    assert.isTrue(yield* take(by("a", "order", "another")))
    assert.isFalse(yield* note(by("a", "never taken"), "sending"))

    const lost = (owner: string) => Effect.map(uncounted(by(owner, "lost")), Option.getOrUndefined)
    assert.isTrue(yield* take(by("a", "lost")))
    assert.isUndefined(yield* lost("a"), "there was no earlier run")
    assert.isFalse(yield* take(by("b", "lost")))
    assert.deepStrictEqual(yield* lost("b"), {}, "of other means")
    yield* note(by("b", "lost"), "sending", { operation: "orderVideo", model: "film" })
    yield* note(by("b", "lost"), "sending")
    assert.isFalse(yield* take(by("c", "lost")))
    assert.deepStrictEqual(yield* lost("c"), { operation: "orderVideo", model: "film" })
    assert.isUndefined(yield* lost("b"), "taken over")
    yield* note(by("c", "lost"), "counted")
    assert.isFalse(yield* take(by("d", "lost")), "it may have been sent all the same")
    assert.isUndefined(yield* lost("d"))
    assert.isFalse(yield* take(by("e", "lost")))
    assert.isUndefined(yield* lost("e"), "it stays counted")
    yield* note(by("e", "lost"), "sending", { operation: "generateChatImage" })
    assert.isFalse(yield* take(by("f", "lost")))
    assert.deepStrictEqual(yield* lost("f"), { operation: "generateChatImage" }, "another went out since")
  })

it.effect("claims in memory", () => Effect.flatMap(memoryClaims, keeps))

it.scopedLive("claims in a file", () =>
  Effect.gen(function* () {
    const filename = join(yield* directory, "claims.sqlite")
    yield* Effect.gen(function* () {
      const sql = yield* SqliteClient.SqliteClient
      yield* makeClaimsTable(sql)
      yield* keeps(sqlClaims(sql))
    }).pipe(Effect.provide(SqliteClient.layer({ filename })))
  })
)
