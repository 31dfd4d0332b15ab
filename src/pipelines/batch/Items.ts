import type * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import { boundedLines } from "../input/boundedLines.js"
import type { Written } from "../input/jsonRequests.js"
import { jsonRequests } from "../input/jsonRequests.js"
import { ownId } from "./itemKey.js"
import type { Job } from "./Job.js"

/** The items of a batch: values, or what JSON holds. */
export type Items<I, E, R> = Iterable<I> | Stream.Stream<I, E, R> | JsonItems<E, R>

/** Items as JSON holds them, each of which is read on its own. */
export interface JsonItems<E, R> {
  readonly _tag: "JsonItems"
  readonly written: Stream.Stream<Written, E, R>
}

/** Items in a text: JSON Lines, or a JSON array of them. A line that cannot be read, or does not fit, fails alone. */
export const jsonLines = <E = never, R = never>(text: string | Stream.Stream<string, E, R>): JsonItems<E, R> => ({
  _tag: "JsonItems",
  written: jsonRequests(boundedLines()(Predicate.isString(text) ? Stream.make(text) : text))
})

/** The same in a file. */
export const jsonLinesFile = (path: string): JsonItems<PlatformError.PlatformError, FileSystem.FileSystem> =>
  jsonLines(Stream.unwrap(Effect.map(FileSystem.FileSystem, (files) => Stream.decodeText(files.stream(path)))))

/** An item in its place. */
export interface Given<I> {
  /** Its place among all items, from 1. */
  readonly number: number
  /** Where it stands, such as `line 3`. */
  readonly label: string
  /** What it is called where it has no key yet: its own field `id`, else where it stands. */
  readonly name: string
  /** The item with its defaults, or what is wrong with it. */
  readonly input: Effect.Effect<I, GatewayInvalidRequest>
}

/** The items of a batch in their order, drawn one by one; each is checked when its turn comes. */
export const givenOf = <I, B, E, R, E2, R2>(
  job: Job<I, B, E, R>,
  items: Items<I, E2, R2>
): Stream.Stream<Given<I>, E2, R2> => {
  if (isJson(items)) {
    return Stream.zipWithIndex(items.written).pipe(
      Stream.map(([{ json, label }, index]) => {
        const name = Option.getOrUndefined(Option.map(Either.getRight(json), ownId)) ?? label
        return { number: index + 1, label, name, input: readFrom(job, json) }
      })
    )
  }
  const all = Stream.StreamTypeId in items ? items : drawnFrom(items)
  return Stream.zipWithIndex(all).pipe(
    Stream.map(([item, index]) => {
      const label = `item ${index + 1}`
      return { number: index + 1, label, name: ownId(item) ?? label, input: job.accept(item) }
    })
  )
}

/** One by one, for items may be large; `Stream.fromIterable` draws thousands at once. */
const drawnFrom = <I>(items: Iterable<I>): Stream.Stream<I> =>
  Stream.suspend(() =>
    Stream.unfold(items[Symbol.iterator](), (drawn) => {
      const next = drawn.next()
      return next.done === true ? Option.none() : Option.some([next.value, drawn] as const)
    })
  )

const isJson = <I, E, R>(items: Items<I, E, R>): items is JsonItems<E, R> => "written" in items

const readFrom = <I, B, E, R>({ name, read }: Job<I, B, E, R>, json: Written["json"]) =>
  Either.match(json, {
    onLeft: (problem) =>
      Effect.fail(new GatewayInvalidRequest({ operation: name, attempts: 0, issues: [{ path: "", problem }] })),
    onRight: read
  })
