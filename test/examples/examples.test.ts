import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { mkdir, readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))
const running = new Set<ChildProcess>()

interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs a file as its user does, with a clean environment but for what the test gives. */
const run = (file: string, environment: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const { HOME = "", PATH = "" } = process.env
    const child = spawn("npm", ["run", "--silent", "example", `examples/${file}.ts`], {
      cwd: root,
      env: { HOME, PATH, ...environment }
    })
    running.add(child)
    let out = ""
    let err = ""
    child.stdout.on("data", (chunk) => (out += String(chunk)))
    child.stderr.on("data", (chunk) => (err += String(chunk)))
    child.on("close", (code) => {
      running.delete(child)
      resolve({ code, out, err })
    })
  })

/** What each example prints, in a word that stands for its work being done. */
const prints: Readonly<Record<string, RegExp>> = {
  "chat-image": /out\/chat-image\.png, image\/png, \d+ bytes: \S/,
  "declare-operation": /asset-7: lighthouse\.png, ready/,
  "durable-pipeline": /ordered: A harbour at dawn, and the sea \{ id: '\w+', status: 'accepted' \}/,
  embeddings: /dimension 128\nsimilarity to the first: 0\.\d+, -?0\.\d+\n\d+ tokens/,
  "generate-image-assets": /out\/a-city-of-glass-\w+\.png, \d+ bytes\n.*\nthe group generated-images lists 2 assets/,
  "list-assets": /page 1 holds 2 of 3\na red fox .*\na blue whale .*\na golden field /,
  "native-image": /1 image, \d+ tokens, finished by STOP/,
  nightly: /^4 transcribed, \d of them before; 0 failed: see out\/nightly\/report\.html\n$/,
  "query-transcription": /status 1 at .*\n(Transcribing\n)+Completed: Feed your starter/,
  rerank: /If your parcel was damaged, send us a photo\.\n/,
  "scheduled-job": /the next run is at .*Z\n(refund-policy-\d+: Thank you for calling.*\n){2}/,
  "search-recordings": /^standup\.flac: .*export job starts at two/,
  start: /1\s+│ refund-policy.*money back|send us a photo[\s\S]*The assets that the gateway lists/,
  "submit-transcription": /accepted, code 200, trace \w+/,
  transcribe: /Welcome aboard/,
  "video-order": /order \w+: accepted/
}

const { nightly = /^$/, ...others } = prints

describe.concurrent("examples", { timeout: 120_000 }, () => {
  afterAll(() => {
    for (const child of running) child.kill("SIGKILL")
  })

  it("are all told of here", async () => {
    const files = (await readdir(`${root}examples`)).filter((name) => /(?<!\.test)\.ts$/.test(name))
    assert.deepStrictEqual(files.map((name) => name.slice(0, -3)).sort(), Object.keys(prints).sort())
  })

  for (const [file, expected] of Object.entries(others)) {
    it(`${file} does its work without a gateway`, async () => {
      const { code, err, out } = await run(file)
      assert.strictEqual(code, 0, err)
      assert.match(out, expected)
      assert.strictEqual(err, "")
    })
  }

  it("nightly does its work from a cold start to the report, and no part of it twice", async () => {
    await mkdir(`${root}out`, { recursive: true })
    const before = (await readdir(`${root}out`)).filter((name) => name.startsWith("nightly"))
    for (const name of before) rmSync(`${root}out/${name}`, { recursive: true })
    for (const kept of [0, 4]) {
      const { code, err, out } = await run("nightly")
      assert.deepStrictEqual([code, err], [0, ""])
      assert.match(out, nightly)
      assert.include(out, `${kept} of them before`)
    }
    assert.deepStrictEqual((await readdir(`${root}out/nightly`)).sort(), ["report.html", "report.json", "texts.jsonl"])
  })

  it("start names a gateway that is not there, and fails", async () => {
    const { code, err } = await run("start", {
      MODEL_GATEWAY_BASE_URL: "http://127.0.0.1:9",
      MODEL_GATEWAY_API_KEY: "a-key"
    })
    assert.strictEqual(code, 1)
    assert.match(err, /no connection to the gateway \(ECONNREFUSED\); check that it runs, and the base URL/)
    assert.notInclude(err, "a-key")
  })

  it("start names the variable that is missing, and fails", async () => {
    const { code, err } = await run("start", { MODEL_GATEWAY_BASE_URL: "http://127.0.0.1:9" })
    assert.strictEqual(code, 1)
    assert.match(err, /MODEL_GATEWAY_API_KEY/)
  })

  it("start writes whole PNG files", async () => {
    rmSync(`${root}out/chat-image.png`, { force: true })
    await run("chat-image")
    assert.isTrue(existsSync(`${root}out/chat-image.png`))
    assert.strictEqual(readFileSync(`${root}out/chat-image.png`).subarray(1, 4).toString(), "PNG")
  })
})
