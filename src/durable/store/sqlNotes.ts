import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { NotedItem } from "../../pipelines/batch/Job.js"
import { RunNotes } from "../RunNotes.js"
import { foundOf } from "./foundOf.js"
import { patiently } from "./patiently.js"
import { reopenFailed } from "./rewind.js"
import { addCalls, callsOf } from "./sqlCalls.js"

/**
 * The table of the items that runs have, with what the pass before found. Of a run that orders, how many orders it may send, and
 * how many it has.
 */
export const makeItemsTables = (sql: SqlClient.SqlClient): Effect.Effect<unknown, SqlError.SqlError> =>
  Effect.all([
    sql`CREATE TABLE IF NOT EXISTS gateway_items (
      run TEXT NOT NULL,
      pipeline TEXT NOT NULL,
      item TEXT NOT NULL,
      payload VARCHAR(64) NOT NULL,
      execution VARCHAR(255) NOT NULL,
      pass VARCHAR(16) NOT NULL,
      found_payload VARCHAR(64),
      found_pass VARCHAR(16),
      PRIMARY KEY (run, pipeline, item)
    )`,
    sql`CREATE INDEX IF NOT EXISTS gateway_items_execution ON gateway_items (execution)`,
    sql`CREATE TABLE IF NOT EXISTS gateway_orders (run TEXT PRIMARY KEY, most INTEGER, sent INTEGER NOT NULL)`
  ])

type Noted = Pick<NotedItem, "pass" | "payload">

/** Notes in tables. A store that cannot be written keeps whoever notes waiting until it can: no order passes its cap unseen. */
export const sqlNotes = (sql: SqlClient.SqlClient): typeof RunNotes.Service =>
  RunNotes.of({
    // One statement, so that it holds also where two processes pass over a run at once. An item keeps what this pass has given it.
    note: (item) =>
      sql<{ found_payload: string | null; found_pass: string | null }>`
        INSERT INTO gateway_items ${sql.insert({ ...item, found_payload: null, found_pass: null })}
        ON CONFLICT (run, pipeline, item) DO UPDATE SET
          found_payload = gateway_items.payload,
          found_pass = gateway_items.pass,
          payload = CASE WHEN gateway_items.pass = excluded.pass THEN gateway_items.payload ELSE excluded.payload END,
          execution = CASE WHEN gateway_items.pass = excluded.pass THEN gateway_items.execution ELSE excluded.execution END,
          pass = excluded.pass
        RETURNING found_payload, found_pass`.pipe(
        Effect.map(([row]) =>
          foundOf(
            item,
            row?.found_pass && row.found_payload ? { pass: row.found_pass, payload: row.found_payload } : undefined
          )
        ),
        patiently
      ),
    look: (item) =>
      sql<Noted>`SELECT payload, pass FROM gateway_items
        WHERE run = ${item.run} AND pipeline = ${item.pipeline} AND item = ${item.item}`.pipe(
        Effect.map(([before]) => foundOf({ ...item, pass: "" }, before)),
        patiently
      ),
    limitOrders: (run, most) =>
      patiently(sql`INSERT INTO gateway_orders ${sql.insert({ run, most: most ?? null, sent: 0 })}
        ON CONFLICT (run) DO UPDATE SET most = excluded.most`),
    takeOrder: (run) =>
      sql`INSERT INTO gateway_orders ${sql.insert({ run, most: null, sent: 1 })}
        ON CONFLICT (run) DO UPDATE SET sent = gateway_orders.sent + 1
          WHERE gateway_orders.most IS NULL OR gateway_orders.sent < gateway_orders.most
        RETURNING sent`.pipe(
        Effect.map((rows) => rows.length > 0),
        patiently
      ),
    giveOrderBack: (run) => patiently(sql`UPDATE gateway_orders SET sent = sent - 1 WHERE run = ${run}`),
    addCalls: (execution, sum) => patiently(addCalls(sql, execution, sum)),
    callsOf: (of) => patiently(Effect.map(callsOf(sql, of, [of.item]), (calls) => calls(of.item))),
    reopen: (id) => patiently(reopenFailed(sql, { id }))
  })
