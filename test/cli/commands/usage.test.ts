import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { run } from "../support/modelGateway.js"

const files = mkdtempSync(join(tmpdir(), "gateway-keys-"))
afterAll(() => rmSync(files, { recursive: true }))

const file = (name: string, text: string): string => {
  writeFileSync(join(files, name), text)
  return join(files, name)
}

const secret = "hunter2-the-key"
const embed = ["embed", "--model", "any", "hello"]
const nowhere = ["--base-url", "http://127.0.0.1:9"]

type Case = readonly [args: ReadonlyArray<string>, says: RegExp, environment?: Readonly<Record<string, string>>]

/** Each ends before anything is sent. */
const wrong: ReadonlyArray<Case> = [
  [["transcribe", "--embedded"], /: --id is missing$/],
  [["transcribe", "--embedded", "--id", "a", "--type", "x"], /: --type must be a number, not a string$/],
  [["transcribe", "--embedded", "--id", "a", "http://a", "http://b"], /: URL must be one recording/],
  [["embed", "--embedded", "hello"], /: --model is missing$/],
  [["rerank", "--embedded", "--model", "any", "--query", "a", "/dev/null/x"], /: FILE \S+ cannot be read \(ENOTDIR/],
  [["image", "--embedded", "--model", "any", "--style", "oil", "a"], /: --style must be "chat" or "native"$/],
  [
    ["image", "--embedded", "--model", "any", "--style", "chat", "--out", "/dev/null/x", "a"],
    /: --out: \/dev\/null\/x could not be written: ENOTDIR/
  ],
  [["assets", "--embedded"], /: GROUP is missing$/],
  [["video", "--embedded", "a"], /: --model is missing$/],
  [["search", "--embedded", "--query", "a", "http://a"], /: --embedding-model is missing; --rerank-model is missing$/],
  [["completions", "csh"], /bash/],
  [embed, /: MODEL_GATEWAY_BASE_URL is not set: give --base-url, or --embedded to run without a gateway$/],
  [[...embed, ...nowhere], /: MODEL_GATEWAY_API_KEY is not set: set it, or give --api-key-file$/],
  [[...embed, ...nowhere], /: MODEL_GATEWAY_API_KEY must hold printable/, { MODEL_GATEWAY_API_KEY: `a ${secret}` }],
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
  [["embed", "--embedded", "--input", "/dev/null/x"], /: --input \/dev\/null\/x cannot be read \(ENOTDIR/]
]

describe.concurrent("a command, told what it cannot do", { timeout: 60_000 }, () => {
  it.scopedLive.each(wrong)("%j says so in a line and ends with 2", ([args, says, environment]) =>
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
