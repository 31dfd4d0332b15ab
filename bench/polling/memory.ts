import { fork } from "node:child_process"
import { once } from "node:events"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Redacted, Stream } from "effect"
import { Gateway, Transcriber } from "effect-model-gateway"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** A gateway in a process of its own, so that its memory is not counted: its port. */
const slowGateway = Effect.acquireRelease(
  Effect.sync(() => fork(new URL("slowGateway.ts", import.meta.url))),
  (child) => Effect.sync(() => child.disconnect())
).pipe(Effect.flatMap((child) => Effect.promise(() => once(child, "message"))))

/**
 * Transcribes recordings over HTTP, `tasks` of them at once, on a gateway in another process that needs 5 seconds for each,
 * and prints what memory this process holds whenever as many have ended as `stops` say: resident, which includes what is not
 * yet collected, and the heap after a collection.
 */
export const memoryOfMany = (stops: ReadonlyArray<number>, tasks: number) =>
  Effect.gen(function* () {
    const { transcribeMany } = yield* Transcriber
    const requests = Stream.map(Stream.range(1, Math.max(...stops)), (id) => ({
      id: String(id),
      audio: { uri: "https://files.test/a.flac" }
    }))
    console.log(`before: ${megabytes(process.memoryUsage.rss())} resident`)
    yield* transcribeMany(requests, { tasks }).pipe(
      Stream.mapEffect(({ result }) => result),
      Stream.zipWithIndex,
      Stream.runForEach(([, index]) => (stops.includes(index + 1) ? measured(index + 1) : Effect.void))
    )
  }).pipe(Effect.provide(client))

const client = Layer.unwrapScoped(
  Effect.map(slowGateway, ([port]) =>
    Gateway.layer({ baseUrl: `http://127.0.0.1:${port}`, apiKey: Redacted.make("key") })
  )
).pipe(Layer.provide(NodeHttpClient.layerUndici))

const measured = (ended: number) =>
  Effect.sync(() => {
    const resident = process.memoryUsage.rss()
    collectGarbage()
    const { heapUsed } = process.memoryUsage()
    console.log(`after ${ended} tasks: ${megabytes(resident)} resident, heap ${megabytes(heapUsed)}`)
  })
