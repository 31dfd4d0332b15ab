/**
 * A batch of mixed jobs through a gateway that fails in every way: no order may be accepted twice, and every job must end with
 * success or the right error. Usage: npm run storm -- --seed 1 --jobs 2000
 */

import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { parseArgs } from "node:util"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Clock, Console, Effect, Layer, Redacted, Schema } from "effect"
import { Gateway, PollPolicy, standardRetries, standardWait, TranscriptionOptions } from "effect-model-gateway"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { FaultJournal } from "effect-model-gateway/server"
import { job, named } from "./jobs.js"
import { stormPlan } from "./plan.js"
import type { Ended } from "./verdict.js"
import { verdict } from "./verdict.js"

const { values } = parseArgs({
  options: { seed: { type: "string" }, jobs: { type: "string" }, faults: { type: "string" } }
})
const seed = Number(values.seed ?? 1)
const jobs = Number(values.jobs ?? 2_000)
const share = Number(values.faults ?? 0.2)
const attemptTimeout = "2 seconds"

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

const client = Layer.unwrapEffect(
  Effect.map(EmbeddedGateway, ({ apiKey, baseUrl }) =>
    Gateway.layer({
      apiKey,
      attemptTimeout,
      baseUrl,
      retries: { ...standardRetries, retries: 4 },
      transformClient: named
    })
  )
).pipe(Layer.provide(NodeHttpClient.layerUndici))

const waits = Layer.succeed(TranscriptionOptions, {
  ...standardWait,
  deadline: "60 seconds",
  notFoundGrace: "20 seconds",
  pollPolicy: PollPolicy.growing({ from: "200 millis", to: "1 second", factor: 1.5, jitter: 0.2 })
})

const timed = (n: number, uri: string) => {
  const { kind, name, work } = job(n, uri)
  return Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const outcome = yield* Effect.match(work, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })
    return { kind, name, outcome, took: (yield* Clock.currentTimeMillis) - before } satisfies Ended
  })
}

const journal = Effect.gen(function* () {
  const { apiKey, baseUrl } = yield* EmbeddedGateway
  const request = HttpClientRequest.get(`${baseUrl}/faults/journal`).pipe(
    HttpClientRequest.bearerToken(Redacted.value(apiKey))
  )
  const reply = yield* HttpClient.execute(request)
  return yield* Schema.decodeUnknown(FaultJournal)(yield* reply.json)
}).pipe(Effect.provide(FetchHttpClient.layer))

const counted = (things: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return [...counts]
    .map(([thing, count]) => `${thing} ${count}`)
    .sort()
    .join(", ")
}

const storm = Effect.gen(function* () {
  const { uri } = yield* recording
  const before = yield* Clock.currentTimeMillis
  const numbers = Array.from({ length: jobs }, (_, n) => n)
  const ended = yield* Effect.forEach(numbers, (n) => timed(n, uri), { concurrency: 64 })
  const took = (yield* Clock.currentTimeMillis) - before
  const told = yield* journal
  const wrong = verdict(ended, told)
  yield* Console.log(
    `seed ${seed}: ${jobs} jobs, ${told.faults.length} faults: ${counted(told.faults.map(({ fault }) => fault))}`
  )
  yield* Console.log(`ended: ${counted(ended.map(({ outcome }) => outcome))}`)
  yield* Console.log(
    `orders accepted: ${told.orders.length}; in ${took} ms, the longest job ${Math.max(...ended.map((it) => it.took))} ms`
  )
  yield* Effect.forEach(wrong, (line) => Console.error(`WRONG: ${line}`))
  yield* Console.log(wrong.length === 0 ? "nothing is wrong" : `${wrong.length} things are wrong`)
  if (wrong.length > 0) process.exitCode = 1
}).pipe(
  Effect.scoped,
  Effect.provide(Layer.mergeAll(client, waits)),
  Effect.provide(EmbeddedGateway.layer({ faults: stormPlan(seed, share), speed: 1_000 }))
)

NodeRuntime.runMain(storm)
