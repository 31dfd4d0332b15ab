import type * as Command from "@effect/cli/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { RunRecords } from "../../durable/RunRecords.js"
import { prepareDirectory } from "../../pipelines/images/saveFile.js"
import { WrongUsage } from "../WrongUsage.js"
import { itemsIn } from "./items.js"
import type { carrying, work } from "./options.js"
import { pricesIn } from "./prices.js"
import { checkInstalled, stored, unusable } from "./stores.js"
import type { Work } from "./workers.js"

/** What was given of the options of a batch that is carried out. */
export type Given = Command.Command.ParseConfig<typeof work & typeof carrying>

/** How a command carries items out. */
export interface Way {
  /** Whether nothing is kept. */
  readonly isPlain: boolean
  /** Whether what failed in an earlier pass goes on. */
  readonly retry: "failed" | undefined
}

/** What is to be carried out. Fails, before anything is made or sent, where that cannot be. */
export const workOf = (
  given: Given,
  { isPlain, retry }: Way
): Effect.Effect<Omit<Work, "onInterrupt" | "onResult">, WrongUsage, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const output = Option.getOrUndefined(given.output)
    if (given.json && output === undefined) {
      return yield* wrong("--json prints what the batch came to where results go: give --output for those too")
    }
    const { items, key } = yield* itemsIn(given.input, Option.getOrUndefined(given.key))
    const prices = yield* pricesIn(given.prices)
    yield* checkFolders(given)
    yield* checkOutput(given)
    if (!isPlain) yield* checkInstalled
    if (retry !== undefined) yield* checkKnown(given)
    return {
      items,
      store: isPlain ? undefined : given.store,
      options: {
        runId: given.run,
        concurrency: given.parallel,
        key,
        order: given.inOrder ? "input" : "asTheyCome",
        retry,
        stopWhen: stopWhen(given),
        output,
        report: Option.getOrUndefined(given.report),
        prices
      }
    }
  })

const wrong = (message: string) => new WrongUsage({ message })

const stopWhen = ({ maxOrders, stopAfter, stopRate }: Given) => ({
  failures: Option.getOrUndefined(stopAfter),
  failureRate: Option.getOrUndefined(Option.map(stopRate, (percent) => ({ above: percent / 100 }))),
  orders: Option.getOrUndefined(maxOrders)
})

/** What could not be written at the end of the night is better known before. */
const checkFolders = ({ output, report }: Given) =>
  Effect.gen(function* () {
    const { dirname } = yield* Path.Path
    const folders = [
      ["--output", Option.map(output, dirname)],
      ["--report", report]
    ] as const
    for (const [option, folder] of folders) {
      if (Option.isNone(folder)) continue
      yield* Effect.mapError(prepareDirectory(folder.value), ({ message }) => wrong(`${option}: ${message}`))
    }
  })

/** The results take the place of the file that they go to, and that must not be one that the batch lives on. */
const checkOutput = ({ input, output, prices, store }: Given) =>
  Effect.gen(function* () {
    if (Option.isNone(output)) return
    const files = yield* FileSystem.FileSystem
    const { resolve } = yield* Path.Path
    const real = (path: string) => Effect.orElseSucceed(files.realPath(path), () => resolve(path))
    const own = yield* real(output.value)
    for (const [option, path] of [
      ["--input", input],
      ["--store", store],
      ["--prices", Option.getOrUndefined(prices)]
    ] as const) {
      if (path !== undefined && (yield* real(path)) === own)
        yield* wrong(`--output is the file of ${option}: name another`)
    }
  })

/** A run that is misspelt would be a new one, whose orders are ordered again. */
const checkKnown = ({ pipeline, run, store }: Given) =>
  Effect.gen(function* () {
    const { records } = yield* RunRecords
    const first = yield* Effect.mapError(Stream.runHead(records({ run, pipeline: pipeline.name })), unusable)
    if (Option.isNone(first)) {
      yield* wrong(`--run ${run}: ${store} has no such run of the pipeline ${pipeline.name}; batch run begins one`)
    }
  }).pipe(Effect.provide(stored(store)))
