import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Stream from "effect/Stream"
import type { FieldIssue } from "../../schemas/FieldIssue.js"
import { fieldIssues, formatIssues } from "../../schemas/FieldIssue.js"
import { WrongUsage } from "../WrongUsage.js"
import type { Call } from "./Call.js"
import type { Field } from "./fields.js"
import { fieldsOf, withField } from "./fields.js"
import { standardInput } from "./readInput.js"
import { countIn, writtenIn } from "./written.js"

/** A request, or what is wrong with it. `label` says where it stands; undefined where there is only one. */
export interface Item<A> {
  readonly label: string | undefined
  readonly request: Either.Either<A, string>
}

/** The requests of a command line. */
export interface Items<A> {
  /** Whether there may be more than one. */
  readonly many: boolean
  /** How many there are, where that can be told beforehand. */
  readonly total: Effect.Effect<number | undefined, never, FileSystem.FileSystem>
  readonly all: Stream.Stream<Item<A>, WrongUsage, FileSystem.FileSystem>
}

/** An option that was given for a field, and its value. */
export type Given = readonly [field: Field, value: unknown]

/** Where the requests of a command line come from. */
export interface Sources<X> {
  readonly args: ReadonlyArray<string>
  readonly input: Option.Option<string>
  readonly options: ReadonlyArray<Given>
  readonly extra: X
}

/**
 * The requests of a command line. What is wrong with those that the arguments ask for is wrong usage, named by option; one
 * of an input is refused alone.
 */
export const itemsOf = <A, I, X>(
  call: Call<A, I, X>,
  { args, extra, input, options }: Sources<X>
): Effect.Effect<Items<A>, WrongUsage, FileSystem.FileSystem> =>
  Effect.zipRight(
    checkArguments(args),
    Option.match(input, {
      onSome: (file) =>
        args.length > 0
          ? new WrongUsage({ message: `--input has the requests: leave out ${call.argument.name}` })
          : Effect.succeed(fromInput(call, options, file)),
      onNone: () =>
        Effect.flatMap(call.argument.requests(args, extra), (requests) => fromArguments(call, options, requests))
    })
  )

const fromArguments = <A, I, X>(call: Call<A, I, X>, options: ReadonlyArray<Given>, requests: ReadonlyArray<unknown>) =>
  Effect.map(
    Effect.forEach(requests, (request, index) =>
      Either.match(accepted(call, options, request), {
        onLeft: (issues) => new WrongUsage({ message: formatIssues(issues.map(inOptions(call))) }),
        onRight: (accepted): Effect.Effect<Item<A>> =>
          Effect.succeed({
            label: requests.length === 1 ? undefined : `${call.argument.name} ${index + 1}`,
            request: Either.right(accepted)
          })
      })
    ),
    (items): Items<A> => ({
      many: items.length > 1,
      total: Effect.succeed(items.length),
      all: Stream.fromIterable(items)
    })
  )

const fromInput = <A, I, X>(call: Call<A, I, X>, options: ReadonlyArray<Given>, file: string): Items<A> => ({
  many: true,
  total: countIn(file),
  all: writtenIn(file).pipe(
    Stream.map(({ json, label }) => ({
      label: file === standardInput ? label : `${file}, ${label}`,
      request: Either.flatMap(json, (request) => Either.mapLeft(accepted(call, options, request), formatIssues))
    }))
  )
})

/** What begins with a dash is an option that is not known, or lacks its value. What follows it may be a secret. */
const checkArguments = (args: ReadonlyArray<string>) => {
  const [name] = args.find((arg) => /^-./.test(arg))?.split("=", 1) ?? []
  return name === undefined
    ? Effect.void
    : new WrongUsage({ message: `${name} is no option here, lacks its value, or stands twice` })
}

const accepted = <A, I, X>({ request }: Call<A, I, X>, options: ReadonlyArray<Given>, written: unknown) =>
  Either.mapLeft(
    ParseResult.decodeUnknownEither(request)(
      options.reduce((sum, [{ path }, value]) => withField(sum, path, value), written)
    ),
    (issue) => fieldIssues(ParseResult.parseError(issue))
  )

/** Names a field as the command line does; of an object that is missing, the first field that must be in it. */
const inOptions =
  <A, I, X>({ argument, request }: Call<A, I, X>) =>
  ({ path, problem }: FieldIssue): FieldIssue => {
    const isAt = (field: string) => field === path || (problem === missing && field.startsWith(`${path}.`))
    if (isAt(argument.fills)) return { path: argument.name, problem }
    const field = fieldsOf(request).find(
      (field) => isAt(field.path.join(".")) && (field.required || problem !== missing)
    )
    return { path: field === undefined ? path : `--${field.flag}`, problem }
  }

const missing = "is missing"
