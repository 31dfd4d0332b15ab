import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { recording } from "../engines/support/audio.js"
import { serveFiles } from "../engines/support/fileServer.js"
import { environmentOf, Served, temporaryDirectory } from "./support/gateways.js"
import { key, run, serve } from "./support/modelGateway.js"
import { installIn, shell } from "./support/shell.js"

/** Each block of shell lines of a page, and what the page says it prints. */
const linesOf = (page: string, having: RegExp) =>
  [
    ...readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8").matchAll(
      /```sh\n([^`]*)```\n\n```\w+\n([^`]*)```/g
    )
  ]
    .map(([, command = "", prints = ""]) => ({ command: command.trim(), prints: prints.trim() }))
    .filter(({ command }) => having.test(command))

/** `…` stands for whatever there is. */
const pattern = (prints: string): RegExp =>
  new RegExp(
    `^${prints
      .split("…")
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .join("[^]*?")}$`
  )

describe("the page of the embedded gateway", () => {
  const lines = linesOf("embedded-gateway.md", /\bcurl /)

  it("has lines to be run", () => assert.isAtLeast(lines.length, 10))

  it.scopedLive(
    "prints what it says",
    () =>
      Effect.gen(function* () {
        const gateway = yield* serve()
        const directory = yield* temporaryDirectory
        const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
        for (const { command, prints } of lines) {
          const real = command.replaceAll("http://127.0.0.1:8080", gateway.baseUrl).replaceAll("a-key", key)
          const expected = prints.replaceAll("http://127.0.0.1:8080", gateway.baseUrl)
          const { said } = yield* shell(real, directory, { RECORDINGS: files.baseUrl })
          assert.match(said, pattern(expected), command)
        }
      }),
    120_000
  )
})

describe("the page of the command line", () => {
  const lines = linesOf("command-line.md", /^model-gateway /)

  it("has lines to be run", () => assert.isAtLeast(lines.length, 7))

  it.scopedLive(
    "prints what it says",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* serve()
        const directory = yield* temporaryDirectory
        const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
        installIn(directory)
        for (const { command, prints } of lines) {
          const { said } = yield* shell(command, directory, { ...environmentOf(baseUrl), RECORDINGS: files.baseUrl })
          assert.match(said, pattern(prints), command)
        }
      }),
    120_000
  )
})

const commands = ["transcribe", "embed", "rerank", "image", "assets", "video", "search", "operations", "completions"]

const ofBatch = ["run", "retry", "plan", "status", "report", "purge"]

/** The commands that a help lists, a line each. */
const listedIn = (help: string) =>
  (/COMMANDS\n\n([\s\S]*)$/.exec(help)?.[1] ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => /^ {2}(\w+) {2,}\w/.exec(line)?.[1])

describe.concurrent("help", { timeout: 120_000 }, () => {
  it.layer(Served.layer)("its examples", (it) => {
    it.scoped.each([...commands, ...ofBatch.map((name) => `batch ${name}`)])("%s", (command) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Served
        const directory = yield* temporaryDirectory
        const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
        installIn(directory)
        const { code, out } = yield* run([...command.split(" "), "--help"])
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
        const help = (yield* run(["--help"])).out
        assert.sameMembers(listedIn(help), [...commands, "batch", "serve"])
        assert.sameMembers(listedIn((yield* run(["batch", "--help"])).out), ofBatch)
      })
    )
  })
})
