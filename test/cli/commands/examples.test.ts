import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { recording } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { environmentOf, Served, temporaryDirectory } from "../support/gateways.js"
import { bundle, run } from "../support/modelGateway.js"

const commands = ["transcribe", "embed", "rerank", "image", "assets", "video", "search", "operations", "completions"]

/** Runs a line of help as a shell does that knows `model-gateway`. */
const shell = (line: string, directory: string, environment: Readonly<Record<string, string>>) =>
  Effect.async<{ readonly failed: boolean; readonly err: string }>((resume) => {
    const { PATH = "" } = process.env
    const env = { ...environment, PATH: `${directory}:${PATH}` }
    execFile("bash", ["--norc", "-ec", line], { env, cwd: directory }, (error, _, err) =>
      resume(Effect.succeed({ failed: error !== null, err }))
    )
  })

it.layer(Served.layer, { timeout: 60_000 })("the examples of help", (it) => {
  it.scoped.each(commands)("%s", (command) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Served
      const directory = yield* temporaryDirectory
      const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
      const program = `#!/bin/sh\nexec ${process.execPath} ${bundle} "$@"\n`
      writeFileSync(join(directory, "model-gateway"), program, { mode: 0o755 })
      const { code, out } = yield* run([command, "--help"])
      assert.strictEqual(code, 0)
      const [, usage = "", examples = ""] =
        /USAGE\n\n(.*)\n[\s\S]*EXAMPLES\n\n([\s\S]*?)\n\n(?:[A-Z]+\n|$)/.exec(out) ?? []
      assert.isTrue(usage.startsWith(`$ model-gateway ${command} `), usage)
      const lines = examples.split("\n").flatMap((line) => /^\$ (.*)$/.exec(line)?.[1] ?? [])
      assert.isNotEmpty(lines)
      for (const line of lines) {
        const { err, failed } = yield* shell(line, directory, { ...environmentOf(baseUrl), RECORDINGS: files.baseUrl })
        assert.isFalse(failed, `${line}\n${err}`)
      }
    })
  )

  it.scoped("all commands are listed, a line each", () =>
    Effect.gen(function* () {
      const { out } = yield* run(["--help"])
      const [, listed = ""] = /COMMANDS\n\n([\s\S]*)$/.exec(out) ?? []
      const lines = listed.trimEnd().split("\n")
      assert.sameMembers(
        lines.map((line) => /^ {2}(\w+) {2,}\w/.exec(line)?.[1]),
        [...commands, "serve"]
      )
    })
  )
})
