import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import { createLogUpdate } from "log-update"

/** Who read the results has left, such as `head -1`, so that there is nobody to work for. */
export class OutputClosed extends Data.TaggedError("OutputClosed") {}

/** What a command writes: results for whoever reads standard output, all else for the person at the terminal. */
export interface Screen {
  /** Lines of a result; waits until they are taken. */
  readonly result: (lines: ReadonlyArray<string>) => Effect.Effect<void, OutputClosed>
  /** A line for the person. */
  readonly say: (line: string) => Effect.Effect<void>
}

/** How progress is shown: on a terminal in place, elsewhere as a line now and then, with `--quiet` not at all. */
export interface Progress {
  readonly quiet: boolean
  /** The line on a terminal. */
  readonly bar: Effect.Effect<string>
  /** The line elsewhere. */
  readonly words: Effect.Effect<string>
}

/** A screen that shows progress as long as its scope is open. */
export const makeScreen = ({ bar, quiet, words }: Progress) =>
  Effect.gen(function* () {
    const live = !quiet && process.stderr.isTTY
    const update = createLogUpdate(process.stderr, { showCursor: true })
    let shown: string | undefined
    const show = (line: string) => {
      // A line that wraps is more than one, and a terminal that is made wider leaves some of them.
      shown = line.slice(0, Math.max(0, process.stderr.columns - 1))
      update(shown)
    }
    /** Writes above the line that changes in place. */
    const above = (write: () => void) => {
      if (shown !== undefined) update.clear()
      write()
      if (shown !== undefined) update(shown)
    }
    const sayNow = (line: string) => above(() => console.error(line))
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        if (shown !== undefined) update.clear()
      })
    )
    if (live) yield* Effect.forkScoped(often("200 millis", Effect.map(bar, show)))
    else if (!quiet) yield* Effect.forkScoped(often("10 seconds", Effect.map(words, sayNow)))
    const screen: Screen = {
      result: (lines) =>
        lines.length === 0
          ? Effect.void
          : Effect.async((resume) => {
              const written = (error: Error | null | undefined) =>
                resume(error ? Effect.fail(new OutputClosed()) : Effect.void)
              above(() => process.stdout.write(`${lines.join("\n")}\n`, written))
            }),
      say: (line) => Effect.sync(() => sayNow(line))
    }
    return {
      screen,
      logger: Logger.make(({ message }) => sayNow(`model-gateway: ${[message].flat().map(String).join(" ")}`))
    }
  })

const often = (every: Duration.DurationInput, show: Effect.Effect<void>) =>
  Effect.delay(Effect.repeat(show, Schedule.spaced(every)), every)
