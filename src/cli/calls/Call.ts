import type * as Options from "@effect/cli/Options"
import type * as FileSystem from "@effect/platform/FileSystem"
import type * as Path from "@effect/platform/Path"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Gateway from "../../services/Gateway.js"
import type { WrongUsage } from "../WrongUsage.js"
import type { Common } from "./commonOptions.js"

/** What a request came to. */
export interface Outcome {
  /** Names what it is of, where there is more than one request, and results come as they end. */
  readonly of?: string
  /** For a person. */
  readonly lines: ReadonlyArray<string>
  /** What the gateway returned, for `--json`: a line for each. */
  readonly values: ReadonlyArray<unknown>
  /** What of the request failed beside its results, in words. */
  readonly failures?: ReadonlyArray<string>
}

/** What stands on a command line without an option's name. */
export interface Argument<X> {
  /** In capitals, as help names it. */
  readonly name: string
  readonly description: string
  /** The field that it fills, which therefore has no option. */
  readonly fills: string
  /** The requests that the arguments ask for, to which options are added. */
  readonly requests: (
    given: ReadonlyArray<string>,
    extra: X
  ) => Effect.Effect<ReadonlyArray<unknown>, WrongUsage, FileSystem.FileSystem>
}

/** A command that calls a gateway. Its options are the fields of `request`, and what stands in `extra`. */
export interface Call<A, I, X> {
  readonly name: string
  readonly description: string
  /** Lines that a test runs. */
  readonly examples: ReadonlyArray<string>
  readonly request: Schema.Schema<A, I>
  readonly argument: Argument<X>
  readonly extra: Options.Options<X>
  /** What must hold before anything is sent. */
  readonly prepare?: (extra: X, common: Pick<Common, "json">) => Effect.Effect<void, WrongUsage, FileSystem.FileSystem>
  readonly send: (
    request: A,
    extra: X
  ) => Effect.Effect<Outcome, { readonly message: string }, Gateway.Services | FileSystem.FileSystem | Path.Path>
  /** Whether results come in the order of the requests; else as they end, and then they name what they are of. */
  readonly inOrder: boolean
  /** What is told of requests that were under way when the command was interrupted, and of how to go on. */
  readonly interrupted: (underWay: ReadonlyArray<A>) => string
}
