import type * as Command from "@effect/platform/Command"
import type * as CommandExecutor from "@effect/platform/CommandExecutor"
import type * as PlatformError from "@effect/platform/Error"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** How long a program may take to end when it is asked to. */
const patience = "2 seconds"

/**
 * Starts a program for a scope. With the scope the program ends, and what it started in its turn: first they are asked by
 * SIGTERM, then made to by SIGKILL. The platform alone would wait for a program that ignores SIGTERM.
 */
export const started = (
  executor: CommandExecutor.CommandExecutor,
  command: Command.Command
): Effect.Effect<CommandExecutor.Process, PlatformError.PlatformError, Scope.Scope> =>
  Effect.acquireRelease(executor.start(command), (process) =>
    process.kill("SIGTERM").pipe(
      // A release cannot be interrupted of itself, and the platform waits here until the program has ended.
      Effect.interruptible,
      Effect.timeout(patience),
      Effect.ignore,
      Effect.zipRight(Effect.ignore(process.kill("SIGKILL")))
    )
  )
