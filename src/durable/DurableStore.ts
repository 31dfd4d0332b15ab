import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DurableStoreUnusable } from "./DurableStoreUnusable.js"
import { missing } from "./missing.js"
import { Runs } from "./Runs.js"

/**
 * What an SQLite file holds, which must be there. It can be looked at while another process works on it; to change it, that
 * one must have ended. Needs the packages that `DurableEngine.sqlite` does.
 */
export const sqlite = (file: string): Layer.Layer<Runs, DurableStoreUnusable> =>
  Layer.scoped(
    Runs,
    Effect.tryPromise({ try: () => import("./store/sqliteRuns.js"), catch: () => missing.sqlite }).pipe(
      Effect.flatMap(({ sqliteRuns }) => sqliteRuns(file)),
      Effect.mapError((reason) => new DurableStoreUnusable({ store: file, reason }))
    )
  )
