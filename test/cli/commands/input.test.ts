import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { environmentOf, gatewayThat, temporaryDirectory } from "../support/gateways.js"
import { bundle, key, run, start } from "../support/modelGateway.js"

const embed = ["embed", "--embedded", "--model", "any", "--dimensions", "2"]
const lines = ['{"input":"a"}', "", '{"input":7}', "nope", '{"input":"b","dimensions":3}', '{"inputs":"c"}'].join("\n")

/** The numbers of vectors in each line of JSON. */
const dimensions = (out: string): ReadonlyArray<number> =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).data[0].embedding.length)

describe.concurrent("requests from an input", { timeout: 60_000 }, () => {
  it.scopedLive("JSON Lines: a bad line fails alone, by number and field; options go before fields", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* run([...embed, "--json", "--input", "-"], {}, lines)
      assert.deepStrictEqual(dimensions(out), [2, 2])
      assert.deepStrictEqual(err.match(/^.*: line .*$/gm)?.sort(), [
        "model-gateway: line 3: input must be a string, not a number",
        "model-gateway: line 4: is not JSON",
        "model-gateway: line 6: inputs is not a field here; input is missing"
      ])
      assert.match(err, /^model-gateway: 2 done, 3 failed in \d\.\d s$/m)
      assert.strictEqual(code, 1)
    })
  )

  it.scopedLive.each([
    ["a value over many lines", '{\n  "input": "a"\n}\n', [2]],
    ["an array", '[{"input":"a"},{"input":"b"}]', [2, 2]],
    ["an array over many lines", '[\n  {"input":"a"},\n  {"input":"b"}\n]\n', [2, 2]],
    ["lines that begin with one that is none", '{"input"\n{"input":"b"}\n', [2]],
    ["nothing", "", []]
  ] as const)("a file with %s, in silence where it is told to", ([, text, found]) =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "requests")
      writeFileSync(file, text)
      const { code, err, out } = yield* run([...embed, "--json", "--quiet", "--input", file])
      assert.deepStrictEqual(dimensions(out), found)
      const bad = text.startsWith('{"input"\n')
      assert.strictEqual(err, bad ? `model-gateway: ${file}, line 1: is not JSON\n` : "")
      assert.strictEqual(code, bad ? 1 : 0)
    })
  )

  it.scopedLive("results are there before the input ends, in the order of the requests", () =>
    Effect.gen(function* () {
      const held: Array<() => void> = []
      const gateway = yield* gatewayThat((response) => {
        const answer = () => response.end(`{"data":[{"index":0,"embedding":[${held.indexOf(answer)}]}]}`)
        if (held.push(answer) === 3) for (const one of [...held].reverse()) one()
      })
      const environment = environmentOf(gateway.baseUrl)
      const running = yield* start(["embed", "--model", "any", "--json", "--input", "-"], environment)
      running.write('{"input":"a"}\n{"input":"b"}\n{"input":"c"}\n')
      yield* Effect.sync(running.out).pipe(
        Effect.delay("20 millis"),
        Effect.repeat({ until: (out) => out.split("\n").length === 4, times: 500 })
      )
      assert.deepStrictEqual(
        running.out().match(/"embedding":\[\d\]/g),
        [0, 1, 2].map((n) => `"embedding":[${n}]`)
      )
      running.type("")
      assert.strictEqual((yield* running.ended).code, 0)
    })
  )

  it.scopedLive("a key comes from a file, without the end of its line", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "key")
      writeFileSync(file, `${key}\n`)
      const seen: Array<string | undefined> = []
      const { baseUrl } = yield* gatewayThat((response, { headers }) => {
        seen.push(headers.authorization)
        response.end('{"data":[{"index":0,"embedding":[1]}]}')
      })
      const args = ["embed", "--model", "any", "--base-url", baseUrl, "--api-key-file", file, "hello"]
      assert.strictEqual((yield* run(args, { MODEL_GATEWAY_API_KEY: "another" })).code, 0)
      assert.deepStrictEqual(seen, [`Bearer ${key}`])
    })
  )

  it.scopedLive("ends without a word where its reader leaves", () =>
    Effect.gen(function* () {
      const text = `${'{"input":"a"}\n'.repeat(20_000)}`
      const file = join(yield* temporaryDirectory, "many")
      writeFileSync(file, text)
      const piped = `"$NODE" "$BUNDLE" ${embed.join(" ")} --input ${file} | head -1; echo "\${PIPESTATUS[0]}"`
      const said = yield* Effect.async<string>((resume) => {
        const { PATH = "" } = process.env
        const env = { PATH, NODE: process.execPath, BUNDLE: bundle }
        execFile("bash", ["--norc", "-c", piped], { env }, (_, out, err) => resume(Effect.succeed(`${out}${err}`)))
      })
      assert.match(said, /^-?\d\.\d{4} -?\d\.\d{4} \(1 tokens\)\n0\n$/)
    })
  )
})
