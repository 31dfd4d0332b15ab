import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { saidBy } from "../../sqlite/saidBy.js"
import { WrongUsage } from "../WrongUsage.js"

/** The name of standard input where a file is asked for. */
export const standardInput = "-"

/** The text of a file, or of standard input, in pieces; `option` is what named it, for the refusal. */
export const readInput = (option: string, file: string): Stream.Stream<string, WrongUsage, FileSystem.FileSystem> =>
  Stream.unwrap(
    Effect.map(FileSystem.FileSystem, (files) => {
      const bytes = file === standardInput ? NodeStream.stdin : files.stream(file)
      return Stream.decodeText(
        Stream.mapError(
          bytes,
          (error) => new WrongUsage({ message: `${option} ${file} cannot be read (${saidBy(error)})` })
        )
      )
    })
  )
