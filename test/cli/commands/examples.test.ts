import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { recording } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { environmentOf, Served, temporaryDirectory } from "../support/gateways.js"
import { run } from "../support/modelGateway.js"
import { installIn, shell } from "../support/shell.js"

const commands = ["transcribe", "embed", "rerank", "image", "assets", "video", "search", "operations", "completions"]

describe.concurrent("help", { timeout: 60_000 }, () => {
  it.layer(Served.layer)("its examples", (it) => {
    it.scoped.each(commands)("%s", (command) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Served
        const directory = yield* temporaryDirectory
        const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
        installIn(directory)
        const { code, out } = yield* run([command, "--help"])
        assert.strictEqual(code, 0)
        const [, usage = "", examples = ""] =
          /USAGE\n\n(.*)\n[\s\S]*EXAMPLES\n\n([\s\S]*?)\n\n(?:[A-Z]+\n|$)/.exec(out) ?? []
        assert.isTrue(usage.startsWith(`$ model-gateway ${command} `), usage)
        const lines = examples.split("\n").flatMap((line) => /^\$ (.*)$/.exec(line)?.[1] ?? [])
        assert.isNotEmpty(lines)
        for (const line of lines) {
          const { failed, said } = yield* shell(line, directory, {
            ...environmentOf(baseUrl),
            RECORDINGS: files.baseUrl
          })
          assert.isFalse(failed, `${line}\n${said}`)
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
})
