import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Execution } from "../../durable/Execution.js"
import { Runs } from "../../durable/Runs.js"
import { failureOf } from "../../pipelines/batch/failureOf.js"
import type { WrongUsage } from "../WrongUsage.js"
import { unusable } from "./stores.js"

/** How the executions of a run of a pipeline stand. Unit of its times: milliseconds since 1970. */
export interface RunTotals {
  readonly run: string
  readonly pipeline: string
  readonly done: number
  readonly failed: number
  /** Their orders wait for a higher cap. */
  readonly withheld: number
  readonly underWay: number
  readonly startedAt: number
  /** When the last one ended; left out as long as any is under way. */
  readonly endedAt?: number | undefined
}

/** How an execution stands, in the words of a batch. */
export type Standing = "done" | "failed" | "underWay" | "withheld"

/** How an execution stands. */
export const standingOf = ({ failure, state }: Execution): Standing => {
  if (state === "running" || state === "suspended") return "underWay"
  return state === "failed" && failureOf(failure).tag === "GatewayOrderWithheld" ? "withheld" : state
}

/** What is found in a store. */
export interface Survey {
  /** Pipeline by pipeline, the oldest first. */
  readonly runs: ReadonlyArray<RunTotals>
  /** The first executions that are not done: at most 20 that failed or are withheld, then at most 20 under way. */
  readonly notDone: ReadonlyArray<Execution>
}

const mostNotDone = 20

/** Goes once through a store, or through what it has of one run. */
export const survey = (run: string | undefined): Effect.Effect<Survey, WrongUsage, Runs> =>
  Effect.gen(function* () {
    const { list } = yield* Runs
    const all = new Map<string, RunTotals>()
    const ended: Array<Execution> = []
    const underWay: Array<Execution> = []
    const see = (execution: Execution): void => {
      const standing = standingOf(execution)
      add(all, execution, standing)
      const among = standing === "underWay" ? underWay : ended
      if (standing !== "done" && among.length < mostNotDone) among.push(execution)
    }
    yield* Stream.runForEach(list({ run }), (execution) => Effect.sync(() => see(execution)))
    const runs = [...all.values()].map(({ endedAt, ...total }) => (total.underWay > 0 ? total : { ...total, endedAt }))
    return { runs, notDone: [...ended, ...underWay] }
  }).pipe(Effect.mapError(unusable))

const add = (all: Map<string, RunTotals>, execution: Execution, standing: Standing): void => {
  const { endedAt = 0, pipeline, run, startedAt } = execution
  const key = JSON.stringify([run, pipeline])
  const before = all.get(key) ?? { run, pipeline, done: 0, failed: 0, withheld: 0, underWay: 0, startedAt, endedAt }
  all.set(key, {
    ...before,
    [standing]: before[standing] + 1,
    startedAt: Math.min(before.startedAt, startedAt),
    endedAt: Math.max(before.endedAt ?? 0, endedAt)
  })
}
