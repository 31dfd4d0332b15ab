import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import type * as Gateway from "../../services/Gateway.js"
import type { WrongUsage } from "../WrongUsage.js"
import type { Call, Outcome } from "./Call.js"
import type { Common } from "./commonOptions.js"
import { printable } from "./printable.js"
import type { Run } from "./Run.js"
import type { Item, Items } from "./requests.js"
import type { OutputClosed, Screen } from "./Screen.js"

/** What a run is of, and where it shows. */
export interface Sending<A, I, X> {
  readonly call: Call<A, I, X>
  readonly items: Items<A>
  readonly extra: X
  readonly options: Pick<Common, "json" | "parallel" | "quiet">
  readonly run: Run<A>
  readonly screen: Screen
}

/** Sends each request, and prints what it comes to, or how it failed. */
export const sendEach = <A, I, X>(
  sending: Sending<A, I, X>
): Effect.Effect<void, OutputClosed | WrongUsage, Gateway.Services | FileSystem.FileSystem | Path.Path> => {
  const { call, items, options, run, screen } = sending
  return Stream.zipWithIndex(items.all).pipe(
    Stream.mapEffect(([item, place]) => Effect.as(sendOne(sending, item, place), place), {
      concurrency: options.parallel,
      unordered: !call.inOrder
    }),
    Stream.runForEach((place) => {
      const lines = run.waiting.get(place) ?? []
      run.waiting.delete(place)
      return screen.result(lines)
    })
  )
}

const sendOne = <A, I, X>(sending: Sending<A, I, X>, item: Item<A>, place: number) =>
  Effect.gen(function* () {
    const { run, screen } = sending
    run.underWay.set(place, item)
    run.last = item
    const outcome = yield* Effect.either(outcomeOf(sending, item))
    run.underWay.delete(place)
    const failures = Either.match(outcome, { onLeft: (problem) => [problem], onRight: ({ failures = [] }) => failures })
    if (Either.isRight(outcome)) run.waiting.set(place, linesOf(sending, outcome.right))
    if (failures.length === 0) run.done++
    else run.failed++
    const where = item.label === undefined ? "" : `${item.label}: `
    for (const failure of failures) yield* screen.say(`model-gateway: ${printable(`${where}${failure}`)}`)
  })

const outcomeOf = <A, I, X>({ call, extra }: Sending<A, I, X>, { request }: Item<A>) =>
  Either.match(request, {
    onLeft: (problem) => Effect.fail(problem),
    onRight: (request) => Effect.mapError(call.send(request, extra), ({ message }) => message)
  })

const linesOf = <A, I, X>({ items, options }: Sending<A, I, X>, { lines, of, values }: Outcome) => {
  if (options.json) return values.map((value) => JSON.stringify(value ?? null))
  return lines.map((line) => printable(of !== undefined && items.many ? `${of}: ${line}` : line))
}
