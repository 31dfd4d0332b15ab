import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EngineState } from "../../engines/state/EngineState.js"
import { DataDirectoryUnusable } from "./DataDirectoryUnusable.js"

/**
 * The state of the engines in a directory, which is made where there is none, for its owner alone: an SQLite database,
 * `gateway.sqlite`. What is kept is on disk, whole, before the engine answers. A directory is one gateway's at a time, which
 * it holds by `gateway.lock`: for a second one the layer fails at once. Its packages are optional, so they are looked for
 * when the layer is built and not before. A write that fails later, such as on a full disk, is `NotKept`; nothing is kept
 * of it.
 */
export const layer = (directory: string): Layer.Layer<EngineState, DataDirectoryUnusable> =>
  Layer.scoped(
    EngineState,
    Effect.tryPromise({ try: () => import("./openState.js"), catch: () => missing }).pipe(
      Effect.flatMap(({ openState }) => openState(directory)),
      Effect.mapError((reason) => new DataDirectoryUnusable({ directory, reason }))
    )
  )

const missing = "the packages that keep it are missing; npm install @effect/sql@^0.52.1 @effect/sql-sqlite-node@^0.53.0"
