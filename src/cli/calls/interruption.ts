import * as Effect from "effect/Effect"

/** The exit code of a command that Ctrl-C or SIGTERM ended before it was done. */
const interruptedCode = 130

/** Says what an interrupted command leaves behind. From then on the process ends with 130. */
export const onInterrupted =
  <R2>(tell: () => Effect.Effect<void, never, R2>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | R2> =>
    Effect.onInterrupt(work, () =>
      Effect.suspend(() => {
        process.exitCode = interruptedCode
        return tell()
      })
    )

/** A second Ctrl-C stops at once, whatever is still being ended. */
export const stopAtSecondSignal = (): void => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => process.once("SIGINT", () => process.exit(interruptedCode)))
  }
}
