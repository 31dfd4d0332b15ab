import type * as CommandExecutor from "@effect/platform/CommandExecutor"
import type * as PlatformError from "@effect/platform/Error"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { boundedBytes } from "../boundedBytes.js"
import { lastLine } from "./lastLine.js"

/** The most that a program may print. Unit: bytes. */
const maxBytes = 10 * 1024 * 1024

/** What went wrong with a program, in words that go on after its name, and what it said of it. */
export interface Trouble {
  readonly problem: string
  readonly said?: string | undefined
}

/** What a program printed until it ended well: its standard output as UTF-8, trimmed, never empty. */
export const readOutput = ({ exitCode, stderr, stdout }: CommandExecutor.Process): Effect.Effect<string, Trouble> =>
  Effect.gen(function* () {
    // All at once: a program stops while nobody reads what it says.
    const [printed, line, failed] = yield* Effect.all(
      [readAll(stdout), Effect.orElseSucceed(lastLine(stderr), () => ""), endedBadly(exitCode)],
      { concurrency: "unbounded" }
    )
    const said = line === "" ? undefined : line
    if (Option.isSome(failed)) return yield* Effect.fail({ problem: failed.value, said })
    const text = new TextDecoder().decode(printed).trim()
    return text === "" ? yield* Effect.fail({ problem: "printed nothing", said }) : text
  })

const readAll = (stdout: CommandExecutor.Process["stdout"]): Effect.Effect<Uint8Array, Trouble> =>
  stdout.pipe(
    boundedBytes<Trouble>(maxBytes, Effect.fail({ problem: `printed more than ${maxBytes} bytes` })),
    Effect.mapError((error) => ("problem" in error ? error : { problem: "could not be read" }))
  )

const endedBadly = (
  exitCode: Effect.Effect<CommandExecutor.ExitCode, PlatformError.PlatformError>
): Effect.Effect<Option.Option<string>> =>
  exitCode.pipe(
    Effect.map((code) => (code === 0 ? Option.none() : Option.some(`exited with ${code}`))),
    // The platform tells of an end by a signal in words alone.
    Effect.catchAll(({ message }) => Effect.succeedSome(`was ended by ${/SIG\w+/.exec(message)?.[0] ?? "a signal"}`))
  )
