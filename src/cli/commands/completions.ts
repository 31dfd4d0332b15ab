import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { helpOf } from "../calls/helpOf.js"

const shell = Args.choice<"bash" | "zsh" | "fish">(
  [
    ["bash", "bash"],
    ["zsh", "zsh"],
    ["fish", "fish"]
  ],
  { name: "SHELL" }
).pipe(Args.withDescription("bash, zsh or fish."))

/** `model-gateway completions`, without the script: so that it is completed too. */
export const noCompletions = Command.make("completions", { shell }, () => Effect.void)

/** `model-gateway completions`: a script by which a shell completes the commands of `root`. */
export const completions = <Name extends string, R, E, A>(root: Command.Command<Name, R, E, A>): typeof noCompletions =>
  Command.make("completions", { shell }, ({ shell }) =>
    Effect.flatMap(scriptFor(shell, root), (lines) => Console.log(lines.join("\n")))
  ).pipe(
    Command.withDescription(
      helpOf("Prints a script by which a shell completes commands and options.", [
        "model-gateway completions bash > model-gateway.bash"
      ])
    )
  )

const scriptFor = <Name extends string, R, E, A>(
  shell: "bash" | "zsh" | "fish",
  root: Command.Command<Name, R, E, A>
) => {
  switch (shell) {
    case "bash":
      return Command.getBashCompletions(root, "model-gateway")
    case "fish":
      return Command.getFishCompletions(root, "model-gateway")
    case "zsh":
      return Command.getZshCompletions(root, "model-gateway")
  }
}
