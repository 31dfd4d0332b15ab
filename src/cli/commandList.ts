import { stripVTControlCharacters } from "node:util"
import * as CliConfig from "@effect/cli/CliConfig"
import type * as Command from "@effect/cli/Command"
import * as CommandDescriptor from "@effect/cli/CommandDescriptor"
import * as HelpDoc from "@effect/cli/HelpDoc"

/** The commands of a command line in alphabetical order, a line each: name, and the first sentence of what it does. */
export const commandList = <Name extends string, R, E, A>(root: Command.Command<Name, R, E, A>): string => {
  const commands = [...CommandDescriptor.getSubcommands(root.descriptor)].sort(([a], [b]) => (a < b ? -1 : 1))
  const width = Math.max(...commands.map(([name]) => name.length))
  return commands.map(([name, command]) => `  ${name.padEnd(width)}  ${sentenceOf(command)}`).join("\n")
}

const sentenceOf = (command: CommandDescriptor.Command<unknown>): string => {
  const help = stripVTControlCharacters(HelpDoc.toAnsiText(CommandDescriptor.getHelp(command, CliConfig.defaultConfig)))
  return /DESCRIPTION\s+(.*?)[.:]\s/.exec(help)?.[1] ?? ""
}
