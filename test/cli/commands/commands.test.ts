import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { operations } from "effect-model-gateway"
import { afterAll } from "vitest"
import { recording } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { environmentOf, gatewayThat, refuses, Served, temporaryDirectory } from "../support/gateways.js"
import type { Ended } from "../support/modelGateway.js"
import { key, run } from "../support/modelGateway.js"

const images = mkdtempSync(join(tmpdir(), "gateway-images-"))
afterAll(() => rmSync(images, { recursive: true }))

interface Case {
  readonly args: (recordings: string) => ReadonlyArray<string>
  readonly input?: string
  /** All of standard output. */
  readonly prints: RegExp
}

const cases: Readonly<Record<string, Case>> = {
  transcribe: {
    args: (recordings) => ["--id", "standup-1", `${recordings}/standup.flac`],
    prints: /^The order queue[^\n]+\n$/
  },
  embed: {
    args: () => ["--model", "any", "--dimensions", "2", "Where is my parcel?", "The sea"],
    prints: /^-?\d\.\d{4} -?\d\.\d{4} \(4 tokens\)\n-?\d\.\d{4} -?\d\.\d{4} \(2 tokens\)\n$/
  },
  rerank: {
    args: () => ["--model", "any", "--query", "parcel", "-"],
    input: "The sea\n\nA parcel from Rome",
    prints: /^0\.490 {2}A parcel from Rome\n0\.000 {2}The sea\n$/
  },
  image: {
    args: () => ["--model", "any", "--style", "native", "--out", images, "A green harbour"],
    prints: /^\S+\/a-green-harbour-[0-9a-f]{8}\.png\n$/
  },
  assets: {
    args: () => ["generated-images"],
    prints: /^(\S+ {2}image {2}ready {2}A green harbour {2}http:\S+\n)*$/
  },
  video: {
    args: () => ["--model", "any", "--duration", "5", "A lighthouse"],
    prints: /^\{"id":"[^"]+","status":"accepted"\}\n$/
  },
  search: {
    args: (recordings) => [
      ..."--query export --embedding-model any --rerank-model any --passages-size 80 --best 1".split(" "),
      `${recordings}/standup.flac`
    ],
    prints: /^\d\.\d{3} {2}\d\.\d{3} {2}standup\.flac {2}\d+-\d+ {2}[^\n]*export[^\n]*\n$/
  }
}

const ended = (name: string, { args, input = "" }: Case, baseUrl: string): Effect.Effect<Ended> =>
  Effect.scoped(
    Effect.gen(function* () {
      const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
      return yield* run([name, ...args(files.baseUrl)], environmentOf(baseUrl), input)
    })
  )

describe.concurrent("the commands, with a gateway", { timeout: 60_000 }, () => {
  it.layer(Served.layer)("that answers", (it) => {
    it.scoped.each(Object.entries(cases))("%s prints what it came to, and nothing else", ([name, one]) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Served
        const { code, err, out } = yield* ended(name, one, baseUrl)
        assert.match(out, one.prints)
        assert.match(err, name === "embed" ? /^model-gateway: 2 done in \d\.\d s\n$/ : /^$/)
        assert.strictEqual(code, 0)
      })
    )

    it.scoped("image and assets print what was returned as JSON", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Served
        const directory = yield* temporaryDirectory
        const environment = environmentOf(baseUrl)
        const order = ["image", "--model", "any", "--style", "chat", "--out", directory, "--json", "A green harbour"]
        const ordered = JSON.parse((yield* run(order, environment)).out)
        assert.strictEqual(ordered.prompt, "A green harbour")
        assert.lengthOf(readFileSync(ordered.images[0].path), ordered.images[0].size)
        const table = yield* run(["assets", "generated-images"], environment)
        assert.match(table.out, /^\S+ {2}image {2}ready {2}A green harbour {2}http:\S+$/m)
        const asset = JSON.parse(
          (yield* run(["assets", "--json", "generated-images"], environment)).out.split("\n").at(-2) ?? ""
        )
        assert.strictEqual(asset.Name, "A green harbour")
      })
    )

    it.scoped("transcribe without a recording waits for a task that was submitted before", () =>
      Effect.gen(function* () {
        const gateway = yield* Served
        const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
        yield* gateway.post("/tk/v1/speech/async/process", {
          id: "before",
          audio: { uri: `${files.baseUrl}/standup.flac` }
        })
        const { out } = yield* run(["transcribe", "--id", "before", "--json"], environmentOf(gateway.baseUrl))
        assert.match(JSON.parse(out).text, /^The order queue/)
      })
    )
  })
})

describe.concurrent("the commands", { timeout: 60_000 }, () => {
  it.scopedLive.each(Object.entries(cases))(
    "%s tells in a line why a gateway refused, and not the key",
    ([name, one]) =>
      Effect.gen(function* () {
        const { baseUrl } = yield* gatewayThat(refuses)
        const { code, err, out } = yield* ended(name, one, baseUrl)
        const lines = err.trimEnd().split("\n")
        assert.match(lines[0] ?? "", /^model-gateway: .*the gateway refused the API key/)
        assert.isTrue(lines.every((line) => line.startsWith("model-gateway: ")))
        assert.notInclude(err, key)
        assert.strictEqual(out, "")
        assert.strictEqual(code, 1)
      })
  )

  it.scopedLive("image prints base64 only where it is asked to, and then saves nothing", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const args = ["image", "--embedded", "--model", "any", "--style", "chat", "--out", join(directory, "new")]
      const { code, out } = yield* run([...args, "--json", "--base64", "A green harbour"])
      assert.strictEqual(code, 0)
      assert.match(JSON.parse(out).images[0].bytes, /^iVBORw0KGgo/)
      assert.throws(() => readFileSync(join(directory, "new")), /ENOENT/)
    })
  )

  it.scopedLive("operations lists the contract", () =>
    Effect.gen(function* () {
      const { out } = yield* run(["operations", "--json"])
      const listed = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.deepStrictEqual(
        listed.map(({ method, name, path, safety }) => [name, method, path, safety]),
        operations.map(({ method, name, path, safety }) => [name, method, path, safety._tag])
      )
      const table = (yield* run(["operations"])).out
      assert.match(table, /^orderVideo +POST {2}\/tk\/v1\/videos\/generations +costs money$/m)
      assert.lengthOf(table.trim().split("\n"), operations.length)
    })
  )

  it.scopedLive("completions prints a script that bash takes and that completes every command", () =>
    Effect.gen(function* () {
      const { out } = yield* run(["completions", "bash"])
      const complete = `${out}
COMP_WORDS=(model-gateway ""); COMP_CWORD=1; _model-gateway_bash_completions model-gateway; echo "\${COMPREPLY[*]}"`
      const words = execFileSync("bash", ["-c", complete], { encoding: "utf8" }).trim().split(" ")
      assert.includeMembers(words, [...Object.keys(cases), "serve", "operations", "completions"])
    })
  )
})
