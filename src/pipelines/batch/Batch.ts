import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import type { BatchOptions } from "./BatchOptions.js"
import type { ItemResult } from "./ItemResult.js"
import type { Items } from "./Items.js"
import type { Batchable } from "./jobOf.js"
import { jobOf } from "./jobOf.js"
import { resultsOf } from "./results.js"
import { checkSettings } from "./settings.js"
import { makeStops } from "./stops.js"

export type { BatchOptions, RunOptions } from "./BatchOptions.js"
export type { BatchSummary, ItemFailure } from "./BatchSummary.js"

export type { ItemDone, ItemFacts, ItemFailed, ItemRefused, ItemResult } from "./ItemResult.js"
export type { Items, JsonItems } from "./Items.js"
export { jsonLines, jsonLinesFile } from "./Items.js"
export type { KeyOf } from "./itemKey.js"
export type { Job, Kept, Plain } from "./Job.js"
export type { Batchable, Work } from "./jobOf.js"
export { plan } from "./plan.js"
export { run } from "./run.js"
export type { StopWhen } from "./stops.js"

/** The results of a batch as they come, or in the order of the items; otherwise as `run`, without files and a summary. */
export const results = <A, I, B, J, E, F, R, E2 = never, R2 = never>(
  of: Batchable<A, I, B, J, E, F, R>,
  items: Items<I, E2, R2>,
  options: BatchOptions<I>
): Stream.Stream<ItemResult<B, E>, E2 | GatewayInvalidRequest, R | R2> =>
  Stream.unwrap(
    checkSettings(options).pipe(
      Effect.zipRight(makeStops(options.stopWhen ?? {})),
      Effect.map((stops) => resultsOf(jobOf(of), items, options, stops))
    )
  )
