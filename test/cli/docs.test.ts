import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { recording } from "../engines/support/audio.js"
import { serveFiles } from "../engines/support/fileServer.js"
import { key, serve } from "./support/modelGateway.js"

const page = readFileSync(new URL("../../docs/embedded-gateway.md", import.meta.url), "utf8")

/** Each line with `curl` of the page, and what the page says it prints. */
const lines = [...page.matchAll(/```sh\n([^`]*\bcurl [^`]*)```\n\n```\w+\n([^`]*)```/g)].map(
  ([, command = "", prints = ""]) => ({
    command: command.trim(),
    prints: prints.trim()
  })
)

/** `…` stands for whatever there is. */
const pattern = (prints: string): RegExp =>
  new RegExp(
    `^${prints
      .split("…")
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .join("[^]*?")}$`
  )

const run = (command: string, environment: Readonly<Record<string, string>>) =>
  Effect.async<string>((resume) => {
    const { PATH = "" } = process.env
    execFile("sh", ["-c", command], { env: { PATH, ...environment }, maxBuffer: 64 * 1024 * 1024 }, (_, out, err) =>
      resume(Effect.succeed(`${err}${out}`.trim()))
    )
  })

describe("the page of the embedded gateway", () => {
  it("has lines to be run", () => assert.isAtLeast(lines.length, 10))

  it.scopedLive(
    "prints what it says",
    () =>
      Effect.gen(function* () {
        const gateway = yield* serve()
        const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
        for (const { command, prints } of lines) {
          const real = command.replaceAll("http://127.0.0.1:8080", gateway.baseUrl).replaceAll("a-key", key)
          const expected = prints.replaceAll("http://127.0.0.1:8080", gateway.baseUrl)
          assert.match(yield* run(real, { RECORDINGS: files.baseUrl }), pattern(expected), command)
        }
      }),
    60_000
  )
})
