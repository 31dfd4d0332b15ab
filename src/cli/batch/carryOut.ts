import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import type { BatchSummary } from "../../pipelines/batch/BatchSummary.js"
import { gateway } from "../calls/gateway.js"
import { onInterrupted } from "../calls/interruption.js"
import type { Screen } from "../calls/Screen.js"
import { makeScreen } from "../calls/Screen.js"
import { SomeFailed } from "../calls/SomeFailed.js"
import { barLine, words } from "../calls/tally.js"
import { countIn } from "../calls/written.js"
import type { WrongUsage } from "../WrongUsage.js"
import { withoutHarmless } from "./engineLog.js"
import { failureLines } from "./failures.js"
import { goingOn } from "./goingOn.js"
import type { Pass } from "./Pass.js"
import { count, newPass, tallyOf } from "./Pass.js"
import { patience } from "./patience.js"
import { unusable } from "./stores.js"
import { stopLines, summaryLines } from "./summaryLines.js"
import type { Given, Way } from "./work.js"
import { workOf } from "./work.js"
import type { Work } from "./workers.js"

/**
 * Carries out a batch, with progress, and says what it came to. What is under way at an interruption ends within seconds; whoever
 * reads the results and leaves ends it too, and in both cases it is said how to go on.
 */
export const carryOut = (
  given: Given,
  way: Way
): Effect.Effect<void, SomeFailed | WrongUsage, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const work = yield* workOf(given, way)
    const pass = newPass(yield* Clock.currentTimeMillis)
    const tally = Effect.map(Clock.currentTimeMillis, (now) => tallyOf(pass, now))
    const { logger, screen } = yield* makeScreen({
      quiet: given.quiet,
      bar: Effect.map(tally, barLine),
      words: Effect.map(tally, words)
    })
    yield* Effect.forkScoped(Effect.map(countIn(given.input), (total) => (pass.total = total)))
    const onInterrupt = screen.say("model-gateway: ending what is under way; Ctrl-C again stops at once")
    const summary = yield* given.pipeline.run({ ...work, onInterrupt, onResult: told(given, pass, screen) }).pipe(
      Effect.provide(gateway(given, patience)),
      Effect.catchTags({
        DurableStoreUnusable: unusable,
        FileNotSaved: ({ message }) => failing(screen, `${message}; ${goingOn(way)}`),
        OutputClosed: () => failing(screen, `nobody reads the results any more: ${ended(pass)}; ${goingOn(way)}`)
      }),
      Effect.provide(Logger.replace(Logger.defaultLogger, withoutHarmless(logger))),
      onInterrupted(() => screen.say(`model-gateway: interrupted: ${ended(pass)}${since(way)}; ${goingOn(way, given)}`))
    )
    yield* tellEnd(given, way, summary, screen)
  }).pipe(Effect.scoped)

const ended = ({ done, failed }: Pass): string => `${done} done, ${failed} failed`

/** The engine has some seconds for what is under way, and what ends in them is kept, and not counted here. */
const since = ({ isPlain }: Way): string => (isPlain ? "" : ", and what has ended since, which batch status tells")

const failing = (screen: Screen, line: string) =>
  Effect.zipRight(screen.say(`model-gateway: ${line}`), new SomeFailed())

/** What is told of each result as it comes. */
const told =
  (given: Given, pass: Pass, screen: Screen): Work["onResult"] =>
  (result, line) =>
    Effect.gen(function* () {
      count(pass, result)
      for (const failure of failureLines(pass, result)) yield* screen.say(failure)
      if (Option.isNone(given.output)) yield* screen.result([yield* line])
    })

const tellEnd = (given: Given, way: Way, summary: BatchSummary, screen: Screen) =>
  Effect.gen(function* () {
    const lines = given.quiet ? stopLines(summary) : summaryLines(summary, way)
    if (lines.length > 0) yield* screen.say(lines.map((line) => `model-gateway: ${line}`).join("\n"))
    if (given.json) yield* Effect.ignore(screen.result([JSON.stringify(summary)]))
    const { failed, refused, stopped, withheld } = summary
    if (failed + refused + withheld > 0 || stopped !== undefined) yield* new SomeFailed()
  })
