import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { run, start } from "./support/modelGateway.js"

type Case = readonly [args: ReadonlyArray<string>, says: RegExp, environment?: Readonly<Record<string, string>>]

const files = mkdtempSync(join(tmpdir(), "gateway-usage-"))
afterAll(() => rmSync(files, { recursive: true }))

/** A file of a plan with one rule. */
const planFile = (operation: string, kind: string): string => {
  const file = join(files, `${operation}-${kind}.json`)
  writeFileSync(file, JSON.stringify({ seed: 1, rules: [{ operation, fault: { kind } }] }))
  return file
}

const wrong: ReadonlyArray<Case> = [
  [["--port", "eighty"], /--port .*must be a whole number from 0 to 65535$/m],
  [["--port", "65536"], /--port .*must be a whole number from 0 to 65535/],
  [[], /MODEL_GATEWAY_SERVE_PORT.* must be a whole number/, { MODEL_GATEWAY_SERVE_PORT: "x" }],
  [["--speed", "0"], /--speed .*must be a number above 0/],
  [["--drain-seconds", "-1"], /--drain-seconds .*must be a whole number/],
  [["--audio-network", "mars"], /--audio-network .*must be public or local or any$/m],
  [["--key", "two words"], /--key must be printable ASCII without spaces/],
  [["--upstream", "ftp://example.com"], /--upstream .*must be an http or https URL/],
  [["--upstream", "http://127.0.0.1:9"], /needs the upstream's API key in MODEL_GATEWAY_API_KEY, which is not set/],
  [["--speech-command", " "], /--speech-command must name a program/],
  [["--port", "0", "--data", "/dev/null/below"], /the data directory \/dev\/null\/below cannot be used/],
  [["--host", "203.0.113.1"], /cannot listen on 203\.0\.113\.1.*name an address of this machine/],
  [
    ["--upstream", "http://user:hunter2@localhost"],
    /--upstream .*must be an http or https URL without .* credentials$/m
  ],
  [
    ["--upstream", "http://127.0.0.1:9", "--upstream-key-env", "OF_INNER"],
    /OF_INNER must be printable/,
    { OF_INNER: "a b" }
  ],
  [[], /--key .*must be given, and is empty/, { MODEL_GATEWAY_SERVE_KEY: "" }],
  [[], /MODEL_GATEWAY_SERVE_NO_UI must be true or false/, { MODEL_GATEWAY_SERVE_NO_UI: "maybe" }],
  [["--port", "0", "--speech-command", "no-such-program {file}"], /no-such-program.*was not found/],
  [["--key"], /--key needs a value, and may stand once/],
  [["--port", "1", "--port", "2"], /--port needs a value, and may stand once/],
  [["--upstream", "http://127.0.0.1:9", "--data", "x"], /leave out --data/, { MODEL_GATEWAY_API_KEY: "a" }],
  [["--resubmission", "ignore"], /--resubmission .*must be replay or reject or overwrite$/m],
  [["--faults", "/dev/null/plan.json"], /--faults \/dev\/null\/plan\.json cannot be read \(ENOTDIR/],
  [["--faults", "/dev/null"], /--faults \/dev\/null must be JSON, and is not/],
  [
    ["--faults", planFile("orderVideo", "emptyImage")],
    /--faults \S+ does not fit: rules\[0\]\.operation cannot meet the fault emptyImage$/m
  ],
  [
    ["--faults", planFile("orderVideo", "dorp")],
    /--faults \S+ does not fit: rules\[0\]\.fault\.kind must be "status" \|/
  ],
  [["--nonsense"], /'--nonsense'/]
]

describe.concurrent("model-gateway serve, told what it cannot do", { timeout: 60_000 }, () => {
  it.scopedLive.each(wrong)("%j says so in a line and ends with 2", ([args, says, environment]) =>
    Effect.gen(function* () {
      const { code, err, out } = yield* (yield* start(["serve", ...args], environment)).ended
      assert.match(err, says)
      assert.match(err, /^model-gateway: [^\n]+\n$/)
      assert.notInclude(err, "hunter2")
      assert.strictEqual(out, "")
      assert.strictEqual(code, 2)
    })
  )

  it.scopedLive("a port that is taken", () =>
    Effect.gen(function* () {
      const taken = yield* Effect.acquireRelease(
        Effect.async<ReturnType<typeof createServer>>((resume) => {
          const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const address = taken.address()
      const port = typeof address === "object" ? `${address?.port}` : ""
      const { code, err } = yield* (yield* start(["serve", "--port", port])).ended
      assert.match(err.trim(), /^model-gateway: .*EADDRINUSE.*choose another port, or 0 for a free one$/)
      assert.strictEqual(code, 2)
    })
  )
})

const file = (name: string, text: string): string => {
  writeFileSync(join(files, name), text)
  return join(files, name)
}

const secret = "hunter2-the-key"
const embed = ["embed", "--model", "any", "hello"]
const batch = ["batch", "run", "--embedded", "--run", "a", "--input", "-"]
const nowhere = ["--base-url", "http://127.0.0.1:9"]

/** Each ends before anything is sent. */
const wrongCalls: ReadonlyArray<Case> = [
  [["transcribe", "--embedded", "--id", "a", "--type", "x"], /: --type must be a number, not a string$/],
  [["embed", "--embedded", "hello"], /: --model is missing$/],
  [["rerank", "--embedded", "--model", "any", "--query", "a", "/dev/null/x"], /: FILE \S+ cannot be read \(ENOTDIR/],
  [["image", "--embedded", "--model", "any", "--style", "oil", "a"], /: --style must be "chat" or "native"$/],
  [
    ["image", "--embedded", "--model", "any", "--style", "chat", "--out", "/dev/null/x", "a"],
    /: --out: \/dev\/null\/x could not be written: ENOTDIR/
  ],
  [["image", "--embedded", "--model", "any", "--style", "chat", "--base64", "a"], /: --base64 .* --json: give both/],
  [["assets", "--embedded"], /: GROUP is missing$/],
  [["video", "--embedded", "a"], /: --model is missing$/],
  [["search", "--embedded", "--query", "a", "http://a"], /: --embedding-model is missing; --rerank-model is missing$/],
  [["completions", "csh"], /bash/],
  [embed, /: MODEL_GATEWAY_BASE_URL is not set: give --base-url, or --embedded to run without a gateway$/],
  [[...embed, ...nowhere], /: MODEL_GATEWAY_API_KEY is not set: set it, or give --api-key-file$/],
  [
    [...embed, "--base-url", `http://a:${secret}@b`],
    /: --base-url .* without .*credentials$/,
    { MODEL_GATEWAY_API_KEY: "a" }
  ],
  [[...embed, ...nowhere, "--api-key-file", "/dev/null/x"], /: --api-key-file \/dev\/null\/x cannot be read \(ENOTDIR/],
  [[...embed, ...nowhere, "--api-key-file", file("empty", "\n")], /: --api-key-file \S+empty is empty$/],
  [
    [...embed, ...nowhere, "--api-key-file", file("two", `${secret}\nmore\n`)],
    /: --api-key-file \S+two must hold printable/
  ],
  [[...embed, ...nowhere, "--api-key", secret], /: --api-key is no option here, lacks its value, or stands twice$/],
  [[...embed, ...nowhere, `--api-key=${secret}`], /: --api-key is no option here/],
  [[...embed, "--embedded", ...nowhere], /: --embedded runs without a gateway: leave out --base-url/],
  [[...embed, "--dimensions"], /: --dimensions is no option here, lacks its value/],
  [[...embed, "--embedded", "--parallel", "0"], /: --parallel must be a whole number from 1/],
  [[...embed, "--embedded", "--input", "-"], /: --input has the requests: leave out TEXT$/],
  [["embed", "--embedded", "--input", "/dev/null/x"], /: --input \/dev\/null\/x cannot be read \(ENOTDIR/],
  [["batch", "walk"], /: model-gateway batch has no such command; it has plan, purge, report, retry, run, status$/],
  [["batch", "run", "--run", "a"], /: --input must be given, or another option lacks its value or stands twice$/],
  [["batch", "status", "--run", " "], /: --run must be given, and is empty$/],
  [[...batch, "--pipeline", "walk"], /: --pipeline must be one of mixed, transcribe, .*, generateImageAssets$/],
  [[...batch, "--parallel", "0"], /: --parallel must be a whole number from 1 to 99999$/],
  [[...batch, "--stop-rate", "101"], /: --stop-rate must be a number from 0 to 100$/],
  [[...batch, "--api-key", secret], /: --api-key is no option here, lacks its value, or stands twice$/],
  [[...batch, "--json"], /: --json .* give --output for those too$/],
  [[...batch, "--prices", "/dev/null/x"], /: --prices \/dev\/null\/x cannot be read \(ENOTDIR/],
  [[...batch, "--prices", file("prices", '{"prices":[]}')], /: --prices \S+ does not fit: currency is missing$/],
  [[...batch, "--output", "/dev/null/x/y"], /: --output: \/dev\/null\/x could not be written: ENOTDIR/],
  [[...batch, "--report", "/dev/null/x"], /: --report: \/dev\/null\/x could not be written: ENOTDIR/],
  [[...batch, "--store", file("foreign", secret)], /: the store \S+foreign cannot be used: the file is cut off/],
  [["batch", "run", "--run", "a", "--input", "/dev/null/x"], /: --input \/dev\/null\/x cannot be read \(ENOTDIR/],
  [["batch", "purge"], /: purge forgets what has ended: give --run, --older-than, or both$/],
  [["batch", "purge", "--older-than", "long"], /: --older-than must be a number and one of s, m, h, d and w/],
  [["batch", "status", "--store", join(files, "none")], /: --store \S+none is not there: no run was kept in it yet$/]
]

describe.concurrent("a command, told what it cannot do", { timeout: 60_000 }, () => {
  it.scopedLive.each(wrongCalls)("%j says so in a line and ends with 2", ([args, says, environment]) =>
    Effect.gen(function* () {
      const { code, err, out } = yield* run(args, environment)
      assert.match(err, /^model-gateway: [^\n]+\n$/)
      assert.match(err.trimEnd(), says)
      assert.notInclude(err, secret)
      assert.strictEqual(out, "")
      assert.strictEqual(code, 2)
    })
  )
})
