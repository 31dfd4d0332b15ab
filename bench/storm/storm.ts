/**
 * A batch of mixed jobs through a gateway that fails in every way: no order may be accepted twice, and every job must end with
 * success or the right error. Usage: npm run storm -- --seed 1,2,3 --jobs 2000
 */

import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { parseArgs } from "node:util"
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Exit } from "effect"
import type { FaultJournal, FaultPlan } from "effect-model-gateway/server"
import type { Ran, Weather } from "./batch.js"
import { attemptTimeout, batch, resubmissionOf, tries } from "./batch.js"
import { leastTime, lengthOf, tookOf, union } from "./least.js"
import { metBy, stormPlan, unmet } from "./plan.js"
import { verdict } from "./verdict.js"

const { values } = parseArgs({
  options: { seed: { type: "string" }, jobs: { type: "string" }, faults: { type: "string" } }
})
const seeds = (values.seed ?? "1").split(",").map(Number)
const jobs = Number(values.jobs ?? 2_000)
const faults = Number(values.faults ?? 0.2)

const recording = Effect.acquireRelease(
  Effect.async<{ readonly uri: string; readonly close: () => void }>((resume) => {
    const file = readFile(new URL("../../examples/recordings/standup.flac", import.meta.url))
    const server = createServer((_, response) => void file.then((bytes) => response.end(bytes)))
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ uri: `http://127.0.0.1:${port}/standup.flac`, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const counted = (things: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return [...counts]
    .map(([thing, count]) => `${thing} ${count}`)
    .sort()
    .join(", ")
}

const seconds = (millis: number): string => `${(millis / 1_000).toFixed(1)} s`

/** What the storm was like, how its jobs ended, and how long they took against the least time that is possible. */
const report = (weather: Weather, quiet: ReadonlyArray<Ran>, ran: Ran): ReadonlyArray<string> => {
  const { began, ended, heard, journal, stopped } = ran
  const took = tookOf(ran)
  const closed = union([...heard.pauses, ...stopped]).map(({ from, to }) => ({ from, to: Math.min(to, began + took) }))
  const met = metBy(stormPlan(weather.seed, weather.faults), journal.faults)
  const least = mean(quiet.map((one) => leastTime(one, ran, { closed, met })))
  const requests = Object.values(journal.requests).reduce((sum, count) => sum + count, 0)
  return [
    `seed ${weather.seed}, an id again: ${resubmissionOf(weather.seed)}: ${weather.jobs} jobs, ${requests} requests, ${journal.faults.length} faults: ${counted(journal.faults.map(({ fault }) => fault))}`,
    `nothing listened ${stopped.length} times, and ${heard.refused()} connections were refused`,
    `ended: ${counted(ended.map(({ outcome }) => outcome))}`,
    `orders accepted: ${journal.orders.length}`,
    `took ${seconds(took)}; the least that the faults allow is ${seconds(least)}, so ${(took / least).toFixed(2)} times that ` +
      `(without faults ${seconds(mean(quiet.map(tookOf)))}, pauses and stops ${seconds(lengthOf(closed))})`
  ]
}

const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

const storm = Effect.gen(function* () {
  const { uri } = yield* recording
  const quiet = batch({ seed: 0, jobs, faults: 0 }, uri)
  // Warm, so that the compiler's work is in none of the times that are compared.
  yield* batch({ seed: 0, jobs: Math.min(jobs, 300), faults: 0 }, uri)
  let before = yield* quiet
  const met: Array<readonly [FaultPlan, FaultJournal["faults"]]> = []
  for (const seed of seeds) {
    const weather = { seed, jobs, faults }
    const ran = yield* batch(weather, uri)
    // A machine's pace changes, so it is taken on both sides.
    const after = yield* quiet
    yield* Effect.forEach(report(weather, [before, after], ran), (line) => Console.log(line))
    const plan = stormPlan(seed, faults)
    met.push([plan, ran.journal.faults])
    const wrong = [before, ran, after].flatMap((one) => verdict(one, plan, { tries, attemptTimeout }))
    yield* Effect.forEach(wrong, (line) => Console.error(`WRONG: ${line}`))
    yield* Console.log(wrong.length === 0 ? "nothing is wrong" : `${wrong.length} things are wrong`)
    if (wrong.length > 0) process.exitCode = 1
    before = after
  }
  const missed = unmet(met)
  yield* Console.log(missed.length === 0 ? "every fault was met" : `met by no request: ${missed.join(", ")}`)
  if (missed.length > 0 && jobs >= 1_000) process.exitCode = 1
})

NodeRuntime.runMain(Effect.scoped(storm), {
  // Node 20 itself may wait without end, at full speed, for the handle of a socket that was reset as all ended.
  teardown: (exit) => process.exit(Exit.isFailure(exit) ? 1 : process.exitCode)
})
