import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import type { PriceTable } from "../../schemas/PriceTable.js"
import { costOf } from "../../schemas/PriceTable.js"
import type { FileNotSaved } from "../FileNotSaved.js"
import { prepareDirectory } from "../images/saveFile.js"
import type { RunReport } from "../report/RunReport.js"
import { reportOf } from "../report/reportOf.js"
import { writeReport } from "../report/writeReport.js"
import type { RunOptions } from "./BatchOptions.js"
import type { BatchSummary } from "./BatchSummary.js"
import { counted, noneYet } from "./BatchSummary.js"
import { makeBreakage } from "./breakage.js"
import type { ItemRecord } from "./ItemRecord.js"
import type { ItemResult } from "./ItemResult.js"
import type { Items } from "./Items.js"
import type { Job } from "./Job.js"
import type { Batchable } from "./jobOf.js"
import { jobOf } from "./jobOf.js"
import { openOutput } from "./openOutput.js"
import { resultLine } from "./resultLine.js"
import { resultsOf } from "./results.js"
import { checkSettings } from "./settings.js"
import { makeStops } from "./stops.js"

/**
 * Carries a job out for many items, each of which fails alone, and tells what they came to. Of kept work the run goes on after a
 * stop: started again under the same `runId`, items that ended are given back, and the others go on from what was done.
 *
 * Fails only where options do not fit, the items cannot be read any further, `onResult` fails, or a file cannot be written; those
 * under way end before. Its memory does not grow with the number of items.
 */
export const run = <A, I, B, J, E, F, R, E2 = never, R2 = never, E3 = never, R3 = never>(
  of: Batchable<A, I, B, J, E, F, R>,
  items: Items<I, E2, R2>,
  options: RunOptions<I, B, E, E3, R3>
): Effect.Effect<
  BatchSummary,
  E2 | E3 | FileNotSaved | GatewayInvalidRequest,
  R | R2 | R3 | FileSystem.FileSystem | Path.Path
> =>
  Effect.gen(function* () {
    yield* checkSettings(options)
    const job = jobOf(of)
    const { onResult = () => Effect.void, output, prices, report, runId } = options
    const startedAt = yield* Clock.currentTimeMillis
    const { saw, stopped } = yield* makeStops(options.stopWhen ?? {})
    const { guard, raise } = yield* makeBreakage<E3 | FileNotSaved>(Deferred.succeed(stopped, "broken"))
    const tally = yield* Ref.make(noneYet)
    // What cannot be written in the morning is better known in the evening.
    if (report !== undefined) yield* prepareDirectory(report)
    const file = output === undefined ? undefined : yield* openOutput(output, job.work._tag === "Plain")
    const results = resultsOf(job, items, options, { saw, stopped }).pipe(
      Stream.tap((result) => Ref.update(tally, (sum) => counted(sum, result))),
      Stream.tap((result) =>
        guard(file === undefined ? Effect.void : Effect.flatMap(resultLine(job, prices)(result), file.write))
      ),
      Stream.tap((result) => guard(onResult(result)))
    )
    const about = { run: runId, pipeline: job.name }
    const records = recordsOf(job, results, runId)
    const folded = report === undefined ? yield* Stream.runDrain(results) : yield* reportOf(records, about)
    yield* raise
    yield* file?.close ?? Effect.void
    const summed = yield* tally
    const summary: BatchSummary = {
      ...about,
      ...summed,
      stopped: Option.getOrUndefined(yield* reasonOf(stopped)),
      cost: prices === undefined ? undefined : costOf(summed.calls, prices),
      startedAt,
      endedAt: yield* Clock.currentTimeMillis
    }
    if (report !== undefined && folded !== undefined) {
      yield* writeReport(report, { ...folded, stopped: summary.stopped, cost: costOfRun(folded, prices) })
    }
    return summary
  }).pipe(Effect.scoped)

/** A report is of the whole run, and so is what it says that the run cost. */
const costOfRun = ({ calls }: RunReport, prices: PriceTable | undefined) =>
  prices === undefined ? undefined : costOf(calls.byModel, prices)

/** What the report is made of: of kept work what the store has, which knows of earlier passes too, but not of refused items. */
const recordsOf = <I, B, E, R, E2, R2>(
  { work }: Job<I, B, E, R>,
  results: Stream.Stream<ItemResult<B, E>, E2, R2>,
  run: string
): Stream.Stream<ItemRecord, E2, R | R2> => {
  const live = Stream.filterMap(results, ({ record }) => Option.fromNullable(record))
  return work._tag === "Kept" ? Stream.concat(live, work.records(run)) : live
}

const reasonOf = (stopped: Deferred.Deferred<string>) => Effect.flatMap(Deferred.poll(stopped), Effect.transposeOption)
