import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { bundle } from "./modelGateway.js"

/** Puts `model-gateway` where a shell finds it that is started by `shell` in the same directory. */
export const installIn = (directory: string): void =>
  writeFileSync(join(directory, "model-gateway"), `#!/bin/sh\nexec "${process.execPath}" "${bundle}" "$@"\n`, {
    mode: 0o755
  })

/** Runs lines as a shell does, and gives all that they wrote: to standard error first, then to standard output. */
export const shell = (lines: string, directory: string, environment: Readonly<Record<string, string>>) =>
  Effect.async<{ readonly failed: boolean; readonly said: string }>((resume) => {
    const { PATH = "" } = process.env
    const options = {
      env: { ...environment, PATH: `${directory}:${PATH}` },
      cwd: directory,
      maxBuffer: 64 * 1024 * 1024
    }
    execFile("bash", ["--norc", "-c", lines], options, (error, out, err) =>
      resume(Effect.succeed({ failed: error !== null, said: `${err}${out}`.trim() }))
    )
  })
