import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as DurableStore from "../../durable/DurableStore.js"
import type { DurableStoreUnusable } from "../../durable/DurableStoreUnusable.js"
import type { RunRecords } from "../../durable/RunRecords.js"
import type { Runs } from "../../durable/Runs.js"
import { installed } from "../nativeSqlite.js"
import { WrongUsage } from "../WrongUsage.js"

/** Refuses to go on where there is nothing to keep a run with. */
export const checkInstalled: Effect.Effect<void, WrongUsage> = Effect.suspend(() =>
  installed() === undefined
    ? new WrongUsage({ message: "--store needs SQLite, which is not installed: npm install libsql@^0.5.29" })
    : Effect.void
)

/** What the file of `--store` holds. Where there is none, that is told; where another process works on it, it is read beside that. */
export const stored = (file: string): Layer.Layer<Runs | RunRecords, WrongUsage, FileSystem.FileSystem> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      yield* checkInstalled
      const files = yield* FileSystem.FileSystem
      const isThere = yield* Effect.orElseSucceed(files.exists(file), () => true)
      if (!isThere) return yield* new WrongUsage({ message: `--store ${file} is not there: no run was kept in it yet` })
      return Layer.mapError(DurableStore.sqlite(file), unusable)
    })
  )

/** A store that cannot be used is the user's to put right. */
export const unusable = ({ message }: DurableStoreUnusable): WrongUsage => new WrongUsage({ message })
