/**
 * A batch of mixed items through the command line, which is killed with SIGKILL at random moments until it is done, as is its
 * gateway now and then: no item may be lost, no order accepted twice, and each that is open must be reported.
 *
 * npm run torture -- --kills 5 --seed 1 --items 300
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ordersIn } from "./books.js"
import { check } from "./check.js"
import { expectations } from "./expectations.js"
import { fileOf } from "./items.js"
import type { Running } from "./processes.js"
import { freePort, listening, sleep, start } from "./processes.js"
import { randomOf } from "./random.js"
import { serveRecording } from "./recording.js"

const { values } = parseArgs({
  options: { kills: { type: "string" }, seed: { type: "string" }, items: { type: "string" }, keep: { type: "boolean" } }
})
const [kills, seed, count] = [Number(values.kills ?? 5), Number(values.seed ?? 1), Number(values.items ?? 300)]
const random = randomOf(seed)

const place = mkdtempSync(join(tmpdir(), "torture-"))
const at = (name: string) => join(place, name)
const recording = await serveRecording()
writeFileSync(at("items.jsonl"), fileOf(count, { recording: recording.uri, images: at("images") }))
// Each reply takes a moment, the longer the more kills there are to come, so that there is something to be killed at.
const slow = { operation: "*", probability: 0.7, fault: { kind: "slowBody", millis: 100 + 30 * kills } }
writeFileSync(at("faults.json"), JSON.stringify({ seed, rules: [slow] }))

const port = await freePort()
const baseUrl = `http://127.0.0.1:${port}`
const apiKey = "torture-key"
const startGateway = async (): Promise<Running> => {
  const gateway = start(
    [
      "serve",
      "--port",
      String(port),
      "--key",
      apiKey,
      "--data",
      at("gateway"),
      "--faults",
      at("faults.json"),
      "--speed",
      "1000"
    ],
    { log: at("gateway.log") }
  )
  await listening(baseUrl, gateway)
  return gateway
}
const startBatch = (command: "retry" | "run") =>
  start(
    [
      ...["batch", command, "--run", "torture", "--input", at("items.jsonl"), "--store", at("runs.sqlite")],
      ...["--output", at("results.jsonl"), "--report", at("report"), "--parallel", "8", "--base-url", baseUrl]
    ],
    { log: at("batch.log"), env: { MODEL_GATEWAY_API_KEY: apiKey } }
  )

let gateway = await startGateway()
const killed = { batch: 0, gateway: 0, torn: 0 }

/** Tears the end off the last line of the results, as a disk may that loses its power: what was written is the best that there is. */
const tear = (): void => {
  for (const file of [at("results.jsonl.part"), at("results.jsonl")]) {
    const size = existsSync(file) ? statSync(file).size : 0
    if (size < 20) continue
    truncateSync(file, size - 10)
    killed.torn += 1
    return
  }
}

/** Runs the batch to its end, or kills it, or its gateway, after a while. */
const pass = async (command: "retry" | "run", mayKill: boolean): Promise<number | null> => {
  const batch = startBatch(command)
  if (mayKill) await Promise.race([sleep(500 + random() * 4_000), batch.ended])
  if (mayKill && (killed.batch + killed.gateway) % 4 === 2) {
    gateway.kill()
    await gateway.ended
    killed.gateway += 1
    await sleep(random() * 1_500)
    gateway = await startGateway()
  } else if (mayKill && !batch.hasEnded()) {
    batch.kill()
    await batch.ended
    killed.batch += 1
    tear()
    return null
  }
  return await batch.ended
}

let code: number | null = null
while (killed.batch + killed.gateway < kills) code = await pass("run", true)
if (code === null) code = await pass("run", false)
// What failed because its gateway was away goes on; what is open stays so.
for (let n = 0; n < 3; n++) code = await pass("retry", false)

gateway.kill()
await gateway.ended
recording.close()

const expected = await expectations()
const { states, wrong: found } = await check({
  count,
  results: at("results.jsonl"),
  orders: await ordersIn(at("gateway")),
  expected
})
const wrong = [...found]
if (code !== 1) wrong.push(`the last pass ended with ${code}, though items were refused`)
if (existsSync(at("results.jsonl.part"))) wrong.push("a draft of the results is left")
const reported = JSON.parse(readFileSync(at("report/report.json"), "utf8"))
const unknown = reported.failures.groups.find(({ tag }: { tag: string }) => tag === "GatewayOutcomeUnknown")?.count ?? 0
if (unknown !== (states["failed GatewayOutcomeUnknown"] ?? 0)) wrong.push(`the report has ${unknown} open orders`)

console.log(
  `seed ${seed}: killed ${killed.batch} times, its gateway ${killed.gateway} times; the last line of the results torn off ${killed.torn} times`
)
console.log(
  Object.entries(states)
    .map(([state, many]) => `${state} ${many}`)
    .sort()
    .join(", ")
)
for (const line of wrong.slice(0, 20)) console.error(`WRONG: ${line}`)
console.log(wrong.length === 0 ? "nothing is wrong" : `${wrong.length} things are wrong; see ${place}`)
if (wrong.length === 0 && !values.keep) rmSync(place, { recursive: true })
process.exit(wrong.length === 0 ? 0 : 1)
