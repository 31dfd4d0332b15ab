import { Effect, Layer, Redacted } from "effect"
import { DurableEngine, generateImageAssets, searchRecordings } from "effect-model-gateway/durable"
import type { FaultRule } from "effect-model-gateway/server"
import type { Address } from "./database.js"
import { database, freeAddress } from "./database.js"
import { errands } from "./errands.js"
import { start } from "./workers.js"

/** A gateway, a database, `runner`, which starts a process that carries out what it finds there, and the layer of a client. */
export const cluster = (rules?: ReadonlyArray<FaultRule>) =>
  Effect.gen(function* () {
    const { gateway, of } = yield* errands(rules)
    const url = yield* database
    const runnerAt = (self: Address) =>
      Effect.gen(function* () {
        const worker = yield* start({ ...of("any").generateImageAssets, postgres: { url, self }, execute: false })
        yield* worker.says("opened")
        return worker
      })
    const runner = Effect.flatMap(freeAddress, runnerAt)
    const client = Layer.mergeAll(
      searchRecordings.elsewhere,
      generateImageAssets.elsewhere,
      DurableEngine.postgres({ url: Redacted.make(url) })
    )
    return { gateway, of, url, runner, runnerAt, client }
  })
