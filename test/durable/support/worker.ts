import { writeSync } from "node:fs"
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Effect, Either, Layer, Redacted, Schema } from "effect"
import type { Listen } from "effect-model-gateway"
import { Gateway, ProgressListener, Run, standardRetries } from "effect-model-gateway"
import { DurableEngine, generateImageAssets, OrdersFoundOpen, searchRecordings } from "effect-model-gateway/durable"
import { Errand } from "./errand.js"

/**
 * A process that runs one pipeline durably, as the errand in its first argument says. It writes a line of JSON for each
 * progress event and for the outcome, and may send itself a signal at one of the events.
 */
const errand = Schema.decodeUnknownSync(Schema.parseJson(Errand))(process.argv[2])

/** The end of an id that belongs to one execution. */
const derived = /-[0-9a-f]{16}(?=\])/g

const say = (line: unknown): void => void writeSync(1, `${JSON.stringify(line)}\n`)

const listen: Listen = ({ kind, path, state }) =>
  Effect.sync(() => {
    if (kind !== "step") return
    const event = `${state} ${path.replace(derived, "")}`
    say({ event })
    const { killAt } = errand
    if (killAt?.event === event) setTimeout(() => process.kill(process.pid, killAt.signal), killAt.after)
    // Nothing more of this process is to be seen, not even what the same turn of the event loop would do.
    if (killAt?.event === event && killAt.after === 0) process.kill(process.pid, killAt.signal)
  })

const client = Gateway.layer({
  baseUrl: errand.baseUrl,
  apiKey: Redacted.make(errand.apiKey),
  retries: { ...standardRetries, retries: 1 },
  transformClient: HttpClient.mapRequestEffect((request) =>
    Effect.map(Run, ({ id = "" }) =>
      HttpClientRequest.setHeader(request, "idempotency-key", errand.execute ? errand.name : id)
    )
  )
}).pipe(Layer.provide(NodeHttpClient.layerUndici))

const { file, postgres } = errand
const engine =
  postgres === undefined
    ? DurableEngine.sqlite(file)
    : DurableEngine.postgres({ ...postgres, url: Redacted.make(postgres.url) })

const registered = errand.registers
  ? Layer.mergeAll(searchRecordings.layer, generateImageAssets.layer)
  : Layer.mergeAll(searchRecordings.elsewhere, generateImageAssets.elsewhere)

const pipelines = registered.pipe(
  Layer.provideMerge(engine),
  Layer.provide(Layer.succeed(OrdersFoundOpen, errand.ordersFoundOpen)),
  Layer.provide([client, NodeContext.layer, Layer.succeed(ProgressListener, { listen })])
)

const outcome =
  errand.pipeline === "searchRecordings"
    ? Effect.either(searchRecordings.execute(errand.input))
    : Effect.either(generateImageAssets.execute(errand.input))

const program = Effect.gen(function* () {
  say({ event: "opened" })
  if (!errand.execute) return yield* Effect.never
  const result: Either.Either<unknown, unknown> = yield* outcome
  say(Either.isRight(result) ? { success: result.right } : { failure: result.left })
})

program.pipe(Effect.provide(pipelines), NodeRuntime.runMain)
