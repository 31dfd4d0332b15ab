import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import type * as Gateway from "../../services/Gateway.js"
import type { WrongUsage } from "../WrongUsage.js"
import type { Call } from "./Call.js"
import type { Common } from "./commonOptions.js"
import { onInterrupted } from "./interruption.js"
import { printable } from "./printable.js"
import type { Item, Items } from "./requests.js"
import type { OutputClosed, Screen } from "./Screen.js"
import { makeScreen } from "./Screen.js"
import { SomeFailed } from "./SomeFailed.js"
import type { Tally } from "./tally.js"
import { barLine, summary, words } from "./tally.js"

/** What is known of a run while it goes on. */
interface Run<A> {
  done: number
  failed: number
  /** The requests that are under way, by their places in the order. */
  readonly underWay: Map<number, Item<A>>
  /** The results that are there, and wait for those before them to be printed. */
  readonly waiting: Map<number, ReadonlyArray<string>>
}

/**
 * Sends all requests of a command, prints what they come to, and tells of each that fails. An interruption is told with what was
 * under way; where standard output is closed, it ends quietly.
 */
export const sendAll = <A, I, X>(
  call: Call<A, I, X>,
  { all, total }: Items<A>,
  extra: X,
  options: Pick<Common, "json" | "parallel" | "quiet">
): Effect.Effect<void, SomeFailed | WrongUsage, Gateway.Services | FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    const run: Run<A> = { done: 0, failed: 0, underWay: new Map(), waiting: new Map() }
    const tally = Effect.map(
      Clock.currentTimeMillis,
      (now): Tally => ({ done: run.done, failed: run.failed, total, millis: now - began })
    )
    const { logger, screen } = yield* makeScreen({
      quiet: options.quiet,
      bar: Effect.map(tally, barLine),
      words: Effect.map(tally, words)
    })
    yield* results(call, all, extra, options, run, screen, total !== 1).pipe(
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      onInterrupted(() => interrupted(call, run, screen))
    )
    if (total !== 1 && !options.quiet)
      yield* Effect.flatMap(tally, (tally) => screen.say(`model-gateway: ${summary(tally)}`))
    if (run.failed > 0) yield* new SomeFailed()
  }).pipe(
    Effect.scoped,
    Effect.catchTag("OutputClosed", () => Effect.void)
  )

const results = <A, I, X>(
  call: Call<A, I, X>,
  all: Items<A>["all"],
  extra: X,
  { json, parallel }: Pick<Common, "json" | "parallel">,
  run: Run<A>,
  screen: Screen,
  many: boolean
): Effect.Effect<void, OutputClosed | WrongUsage, Gateway.Services | FileSystem.FileSystem | Path.Path> => {
  const fail = ({ label }: Item<A>, message: string) => {
    run.failed++
    return screen.say(`model-gateway: ${label === undefined ? "" : `${label}: `}${message}`)
  }
  const send = (item: Item<A>, place: number) =>
    Effect.gen(function* () {
      run.underWay.set(place, item)
      const outcome = yield* Effect.either(sent(call, item, extra))
      run.underWay.delete(place)
      if (Either.isLeft(outcome)) return yield* Effect.as(fail(item, outcome.left), place)
      const { failures = [], lines, of, values } = outcome.right
      const named = of !== undefined && many ? lines.map((line) => `${of}: ${line}`) : lines
      run.waiting.set(place, json ? values.map((value) => JSON.stringify(value ?? null)) : named.map(printable))
      if (failures.length === 0) run.done++
      else run.failed++
      for (const failure of failures) yield* screen.say(`model-gateway: ${failure}`)
      return place
    })
  return Stream.zipWithIndex(all).pipe(
    Stream.mapEffect(([item, place]) => send(item, place), { concurrency: parallel, unordered: !call.inOrder }),
    Stream.runForEach((place) => {
      const lines = run.waiting.get(place) ?? []
      run.waiting.delete(place)
      return screen.result(lines)
    })
  )
}

const sent = <A, I, X>({ send }: Call<A, I, X>, { request }: Item<A>, extra: X) =>
  Either.match(request, {
    onLeft: (problem) => Effect.fail(problem),
    onRight: (request) => Effect.mapError(send(request, extra), ({ message }) => message)
  })

/** Prints what was there, for it may have been paid for, and says what was not. */
const interrupted = <A, I, X>(call: Call<A, I, X>, run: Run<A>, screen: Screen) =>
  Effect.gen(function* () {
    for (const [, lines] of [...run.waiting].sort(([a], [b]) => a - b)) yield* Effect.ignore(screen.result(lines))
    const open = [...run.underWay.values()]
    const labels = open.flatMap(({ label = [] }) => label)
    const which = labels.length > 0 && labels.length <= 20 ? ` (${labels.join("; ")})` : ""
    yield* screen.say(
      `model-gateway: interrupted: ${run.done} done, ${run.failed} failed, ${open.length} ended while under way${which}`
    )
    const requests = open.flatMap(({ request }) => (Either.isRight(request) ? [request.right] : []))
    if (requests.length > 0) yield* screen.say(call.interrupted(requests))
  })
