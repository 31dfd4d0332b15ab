import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import type { JsonItems } from "../../pipelines/batch/Items.js"
import type { KeyOf } from "../../pipelines/batch/itemKey.js"
import { saidBy } from "../../sqlite/saidBy.js"
import { standardInput } from "../calls/readInput.js"
import { writtenIn } from "../calls/written.js"
import { WrongUsage } from "../WrongUsage.js"

/** The items of a batch, and how they are called. */
export interface Given {
  readonly items: JsonItems<WrongUsage, FileSystem.FileSystem>
  readonly key: KeyOf<unknown> | undefined
}

/**
 * The items of an input. `field` names what tells one from the others, as a path with dots; an item without it is refused alone.
 * Fails where the input cannot be read, before anything is made.
 */
export const itemsIn = (
  input: string,
  field: string | undefined
): Effect.Effect<Given, WrongUsage, FileSystem.FileSystem> =>
  Effect.as(checkReadable(input), {
    items: {
      _tag: "JsonItems",
      written: Stream.map(writtenIn(input), ({ json, label }) => ({
        label,
        json: Either.filterOrLeft(
          json,
          (item) => field === undefined || keyAt(item, field) !== undefined,
          () => `has no text or number in ${field}, which --key names`
        )
      }))
    },
    key: field === undefined ? undefined : (item, number) => keyAt(item, field) ?? `item ${number}`
  })

/** Of standard input it shows only when it is read. */
const checkReadable = (input: string) =>
  input === standardInput
    ? Effect.void
    : Effect.flatMap(FileSystem.FileSystem, (files) => files.access(input, { readable: true })).pipe(
        Effect.mapError((error) => new WrongUsage({ message: `--input ${input} cannot be read (${saidBy(error)})` }))
      )

const keyAt = (item: unknown, field: string): string | undefined => {
  const value = field
    .split(".")
    .reduce<unknown>((at, name) => (Predicate.isReadonlyRecord(at) ? at[name] : undefined), item)
  return (Predicate.isString(value) && value !== "") || Number.isFinite(value) ? String(value) : undefined
}
