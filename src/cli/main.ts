import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as ValidationError from "@effect/cli/ValidationError"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { batch } from "./batch/batch.js"
import { stopAtSecondSignal } from "./calls/interruption.js"
import { SomeFailed } from "./calls/SomeFailed.js"
import { commandList } from "./commandList.js"
import { assets } from "./commands/assets.js"
import { completions, noCompletions } from "./commands/completions.js"
import { embed } from "./commands/embed.js"
import { image } from "./commands/image.js"
import { operations } from "./commands/operations.js"
import { rerank } from "./commands/rerank.js"
import { search } from "./commands/search.js"
import { transcribe } from "./commands/transcribe.js"
import { video } from "./commands/video.js"
import { inOurForm } from "./ourConsole.js"
import { say } from "./say.js"
import { optionNames } from "./serve/options.js"
import { serve } from "./serve/serve.js"
import { version } from "./version.js"
import { WrongUsage } from "./WrongUsage.js"

const withCompletions = (completions: typeof noCompletions) =>
  Command.make("model-gateway").pipe(
    Command.withDescription("Jobs over an AI model gateway, and the gateway itself, embedded."),
    Command.withSubcommands([
      transcribe,
      embed,
      rerank,
      image,
      assets,
      video,
      search,
      batch,
      serve,
      operations,
      completions
    ])
  )

const modelGateway = withCompletions(completions(withCompletions(noCompletions)))

const known =
  process.argv[2] === "batch"
    ? {
        path: "model-gateway batch",
        commandList: commandList(batch),
        refusedOption: (name: string) => `${name} is no option here, lacks its value, or stands twice`
      }
    : {
        path: "model-gateway",
        commandList: commandList(modelGateway),
        refusedOption: (name: string) =>
          optionNames.includes(name.slice(2)) ? `${name} needs a value, and may stand once` : undefined
      }

const program = Command.run(modelGateway, { name: "model-gateway", version })(process.argv).pipe(
  Effect.tapErrorTag("WrongUsage", ({ message }) => say(`model-gateway: ${message}`)),
  inOurForm(known),
  Effect.provide(Layer.merge(NodeContext.layer, CliConfig.layer({ showBuiltIns: false })))
)

/**
 * 0 where all is well; 2 for what the user can put right; 1 for what went wrong. After Ctrl-C 0 for what runs until then, and for
 * what was not done what it has set itself.
 */
const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.isInterruptedOnly(exit.cause)) return Number(process.exitCode ?? 0)
  const error = Cause.squash(exit.cause)
  return error instanceof WrongUsage || ValidationError.isValidationError(error) ? 2 : 1
}

// Who reads what is printed may leave, such as `| head`: the work goes on.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)

stopAtSecondSignal()
NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, onExit) => {
    const code = exitCode(exit)
    if (code === 1 && Exit.isFailure(exit) && !(Cause.squash(exit.cause) instanceof SomeFailed)) {
      console.error(Cause.pretty(exit.cause))
    }
    onExit(code)
  }
})
