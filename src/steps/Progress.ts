import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { StepScope } from "./StepScope.js"

/** What a stage or a step tells while it runs. `path` is its name behind those of the stages around it. */
export interface ProgressEvent {
  /** `replayed`: a durable runner gave back what it had kept of the step, which was done, or failed, in an earlier run. */
  readonly state: "started" | "waiting" | "done" | "failed" | "replayed"
  /** Such as `searchRecordings/standup/transcribe/look#2`. */
  readonly path: string
  /** The stage or step's own name, such as `look#2`. */
  readonly name: string
  /** A stage groups steps; a step is one piece of work. */
  readonly kind: "stage" | "step"
  /** The item that the work is for, where it is for one. */
  readonly item?: string | undefined
  /** When it was told. Unit: milliseconds since 1970. */
  readonly at: number
  /** For `waiting`: when the wait ends. Unit: milliseconds since 1970. */
  readonly until?: number
  /** For `failed`, and what `replayed` had failed with: the typed error. */
  readonly error?: unknown
}

/** Hears what stages and steps tell. Its own failures must be handled in it, so that they cannot fail the work. */
export type Listen = (event: ProgressEvent) => Effect.Effect<void>

/** The listener that progress goes to; none by default. Provide it with `Effect.provideService` or `withProgress`. */
export class ProgressListener extends Context.Reference<ProgressListener>()("effect-model-gateway/ProgressListener", {
  defaultValue: (): { readonly listen: Listen } => ({ listen: () => Effect.void })
}) {}

/** Runs an effect with a listener for all of its stages and steps. */
export const withProgress =
  (listen: Listen) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, ProgressListener, { listen })

type Told = Pick<ProgressEvent, "state" | "name" | "kind" | "item" | "until" | "error">

/** Tells the listener, with path, time and, from the stages around, the item filled in. A listener that dies is logged. */
export const tell = (told: Told): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { listen } = yield* ProgressListener
    const { item, path } = yield* StepScope
    const at = yield* Clock.currentTimeMillis
    yield* listen({ ...told, path: [...path, told.name].join("/"), item: item ?? told.item, at })
  }).pipe(Effect.catchAllDefect((defect) => Effect.logWarning("a progress listener failed", defect)))

/** Tells that an effect, which may be for an item, started, and how it ended. An interruption is not told as a failure. */
export const reported =
  (name: string, kind: ProgressEvent["kind"], item?: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    tell({ state: "started", name, kind, item }).pipe(
      Effect.zipRight(effect),
      Effect.tap(() => tell({ state: "done", name, kind, item })),
      Effect.tapErrorCause((cause) =>
        Cause.isInterruptedOnly(cause)
          ? Effect.void
          : tell({ state: "failed", name, kind, item, error: Cause.squash(cause) })
      )
    )

/** Tells that the outcome of a step comes from a store. A suspension is no outcome. */
export const replayed = (name: string, outcome: Exit.Exit<unknown, unknown>): Effect.Effect<void> =>
  Exit.match(outcome, {
    onSuccess: () => tell({ state: "replayed", name, kind: "step" }),
    onFailure: (cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.void
        : tell({ state: "replayed", name, kind: "step", error: Cause.squash(cause) })
  })
