import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Clock, Effect, Layer, Redacted, Schema } from "effect"
import { Gateway, PollPolicy, standardRetries, standardWait, TranscriptionOptions } from "effect-model-gateway"
import type { EmbeddedGatewayOptions } from "effect-model-gateway/embedded"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { FaultJournal } from "effect-model-gateway/server"
import { tcpProxy } from "../../test/support/tcpProxy.js"
import type { Heard } from "./hearing.js"
import { makeHearing } from "./hearing.js"
import { job, named } from "./jobs.js"
import type { Batch, Interval } from "./least.js"
import { outages } from "./outages.js"
import { stormPlan } from "./plan.js"
import type { Ended } from "./verdict.js"

/** How many jobs there are, and what goes wrong. */
export interface Weather {
  readonly jobs: number
  readonly seed: number
  /** The share of requests that meet a fault; where it is 0, the listener does not stop either. */
  readonly faults: number
}

/** A batch that ran, and what the gateway and the client's side of the wire say of it. */
export interface Ran extends Batch {
  readonly journal: FaultJournal
  readonly heard: Heard
  /** When nothing listened. */
  readonly stopped: ReadonlyArray<Interval>
}

/** How many jobs there are at once. */
const atOnce = 64

/** How often a request is tried. */
export const tries = 6

/** What an attempt may take. Unit: milliseconds. */
export const attemptTimeout = 2_000

/** A batch wants its results soon, and the client's shared pause is what spares the gateway. */
const backoff = PollPolicy.growing({ from: "100 millis", to: "500 millis", factor: 2, jitter: 1 })

/** Runs a batch of jobs through a proxy to a gateway of its own. `uri` is that of a recording. */
export const batch = ({ faults, jobs, seed }: Weather, uri: string) =>
  Effect.gen(function* () {
    const { apiKey, baseUrl } = yield* EmbeddedGateway
    const proxy = yield* tcpProxy(baseUrl)
    const heard = makeHearing()
    const stopped: Array<Interval> = []
    const client = Gateway.layer({
      apiKey,
      attemptTimeout,
      baseUrl: proxy.baseUrl,
      concurrency: { least: 8 },
      // A reply without end is then ended by its size.
      maxReplyBytes: 1_000_000,
      retries: { ...standardRetries, retries: tries - 1, backoff },
      transformClient: (http) => named(heard.listening(http))
    }).pipe(Layer.provide(NodeHttpClient.layerUndici))

    const began = yield* Clock.currentTimeMillis
    const numbers = Array.from({ length: jobs }, (_, n) => n)
    const ended = yield* Effect.forEach(numbers, (n) => timed(n, uri), { concurrency: atOnce }).pipe(
      Effect.provide(Layer.merge(client, waits)),
      faults === 0 ? (same) => same : Effect.raceFirst(outages(seed, proxy, (outage) => stopped.push(outage)))
    )
    return {
      began,
      atOnce,
      ended,
      journal: yield* journalOf(baseUrl, apiKey),
      heard,
      exchanges: heard.exchanges,
      stopped
    } satisfies Ran
  }).pipe(
    Effect.scoped,
    Effect.provide(
      EmbeddedGateway.layer({ faults: stormPlan(seed, faults), speed: 1_000, resubmission: resubmissionOf(seed) })
    )
  )

/** What becomes of an id that is submitted again: each way has its turn among the seeds. */
export const resubmissionOf = (seed: number): NonNullable<EmbeddedGatewayOptions["resubmission"]> => {
  const ways = ["replay", "reject", "overwrite"] as const
  return ways[Math.abs(seed) % ways.length] ?? "replay"
}

const waits = Layer.succeed(TranscriptionOptions, {
  ...standardWait,
  deadline: "60 seconds",
  notFoundGrace: "1 second",
  pollPolicy: PollPolicy.growing({ from: "100 millis", to: "300 millis", factor: 1.5, jitter: 0.2 })
})

const timed = (n: number, uri: string) => {
  const { kind, name, work } = job(n, uri)
  return Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    const end = yield* Effect.match(work, {
      onFailure: (error) => ({
        outcome: error._tag,
        open: error._tag === "GatewayOutcomeUnknown" || error.open === true,
        timedOut: error._tag === "GatewayTimeout" || ("reason" in error && error.reason === "timeout")
      }),
      onSuccess: () => ({ outcome: "done" })
    })
    return { kind, name, ...end, startedAt, took: (yield* Clock.currentTimeMillis) - startedAt } satisfies Ended
  })
}

/** Asked for past the proxy. */
const journalOf = (baseUrl: string, apiKey: Redacted.Redacted) =>
  Effect.gen(function* () {
    const request = HttpClientRequest.get(`${baseUrl}/faults/journal`).pipe(
      HttpClientRequest.bearerToken(Redacted.value(apiKey))
    )
    const reply = yield* HttpClient.execute(request)
    return yield* Schema.decodeUnknown(FaultJournal)(yield* reply.json)
  }).pipe(Effect.provide(FetchHttpClient.layer))
