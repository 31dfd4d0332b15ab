import * as Chunk from "effect/Chunk"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ItemRecord } from "../batch/ItemRecord.js"
import { foldItems } from "./foldItems.js"
import type { RunAbout, RunReport } from "./RunReport.js"

/**
 * Gathers the report of a run from what is known of its items, in any order. It reads them once and keeps none but samples:
 * a million items take no more memory than ten thousand.
 */
export const reportOf = <E, R>(
  records: Stream.Stream<ItemRecord, E, R>,
  about: RunAbout
): Effect.Effect<RunReport, E, R> =>
  Effect.gen(function* () {
    const { add, result } = foldItems()
    yield* Stream.runForEachChunk(records, (chunk) => Effect.sync(() => Chunk.forEach(chunk, add)))
    const { from, to, ...found } = result()
    return {
      ...about,
      ...(from === undefined ? {} : { from: DateTime.unsafeMake(from) }),
      ...(to === undefined ? {} : { to: DateTime.unsafeMake(to) }),
      ...found
    }
  })
