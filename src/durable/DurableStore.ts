import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DurableStoreUnusable } from "./DurableStoreUnusable.js"
import { loaded } from "./loaded.js"
import type { Postgres } from "./Postgres.js"
import type { RunRecords } from "./RunRecords.js"
import type { Runs } from "./Runs.js"
import { withoutPassword } from "./store/withoutPassword.js"

/**
 * What an SQLite file holds, which must be there. It can be looked at while another process works on it; to change it, that
 * one must have ended. Needs the packages that `DurableEngine.sqlite` does.
 */
export const sqlite = (file: string): Layer.Layer<Runs | RunRecords, DurableStoreUnusable> =>
  Layer.scopedContext(
    loaded("sqlite", () => import("./store/sqliteRuns.js")).pipe(
      Effect.flatMap(({ sqliteRuns }) => sqliteRuns(file)),
      Effect.mapError((reason) => new DurableStoreUnusable({ store: file, reason }))
    )
  )

/**
 * What a database of PostgreSQL holds, in which a runner must have begun a store. It is looked at, and changed, beside its
 * runners. Needs the packages that `DurableEngine.postgres` does.
 */
export const postgres = ({ url }: Pick<Postgres, "url">): Layer.Layer<Runs | RunRecords, DurableStoreUnusable> =>
  Layer.scopedContext(
    loaded("postgres", () => import("./store/postgresRuns.js")).pipe(
      Effect.flatMap(({ postgresRuns }) => postgresRuns(url)),
      Effect.mapError((reason) => new DurableStoreUnusable({ store: withoutPassword(url), reason }))
    )
  )
