import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Logger from "effect/Logger"
import type * as Gateway from "../../services/Gateway.js"
import type { WrongUsage } from "../WrongUsage.js"
import { onInterrupted } from "./interruption.js"
import { newRun, tallyOf } from "./Run.js"
import { makeScreen } from "./Screen.js"
import { SomeFailed } from "./SomeFailed.js"
import type { Sending } from "./sendEach.js"
import { sendEach } from "./sendEach.js"
import { barLine, summary, words } from "./tally.js"

/**
 * Sends all requests of a command, with progress, and says what they came to. An interruption is told with what was under way;
 * where standard output is closed, it ends quietly.
 */
export const sendAll = <A, I, X>(
  asked: Pick<Sending<A, I, X>, "call" | "items" | "extra" | "options">
): Effect.Effect<void, SomeFailed | WrongUsage, Gateway.Services | FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const { items, options } = asked
    const run = newRun<A>(yield* Clock.currentTimeMillis)
    const tally = Effect.map(Clock.currentTimeMillis, (now) => tallyOf(run, now))
    const { logger, screen } = yield* makeScreen({
      quiet: options.quiet,
      bar: Effect.map(tally, barLine),
      words: Effect.map(tally, words)
    })
    const sending = { ...asked, run, screen }
    yield* Effect.forkScoped(Effect.map(items.total, (total) => (run.total = total)))
    yield* sendEach(sending).pipe(
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      onInterrupted(() => tellInterrupted(sending))
    )
    if (items.many && !options.quiet) yield* screen.say(`model-gateway: ${summary(yield* tally)}`)
    if (run.failed > 0) yield* new SomeFailed()
  }).pipe(
    Effect.scoped,
    Effect.catchTag("OutputClosed", () => Effect.void)
  )

/** The labels of requests that are still named one by one. */
const mostLabels = 20

/** Prints what was there, for it may have been paid for, and says what was not, and how to go on. */
const tellInterrupted = <A, I, X>({ call, run, screen }: Sending<A, I, X>) =>
  Effect.gen(function* () {
    for (const [, lines] of [...run.waiting].sort(([a], [b]) => a - b)) yield* Effect.ignore(screen.result(lines))
    const open = [...run.underWay.values()]
    const labels = open.flatMap(({ label = [] }) => label)
    const which = labels.length > 0 && labels.length <= mostLabels ? ` (${labels.join("; ")})` : ""
    const left = run.done + run.failed + open.length === run.total ? [] : [run.last?.label ?? []].flat()
    const rest = left.map((label) => `; what comes after ${label} was not begun`)
    yield* screen.say(
      `model-gateway: interrupted: ${run.done} done, ${run.failed} failed, ${open.length} ended while under way${which}${rest}`
    )
    const requests = open.flatMap(({ request }) => (Either.isRight(request) ? [request.right] : []))
    if (requests.length > 0) yield* screen.say(call.interrupted(requests))
  })
