import { ClusterError, MessageStorage } from "@effect/cluster"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { patientStorage } from "../../src/durable/store/patientStorage.js"

const busy = new ClusterError.PersistenceError({ cause: Object.assign(new Error("busy"), { code: "SQLITE_BUSY" }) })

const patient = [
  "saveRequest",
  "saveEnvelope",
  "clearReplies",
  "repliesFor",
  "repliesForUnfiltered",
  "requestIdForPrimaryKey"
] as const

it.effect.each(patient)("%s is tried again when the store was busy", (name) =>
  Effect.gen(function* () {
    const none = yield* Effect.provide(MessageStorage.MessageStorage, MessageStorage.layerNoop)
    let times = 0
    const failing = () => Effect.suspend(() => (++times === 1 ? Effect.fail(busy) : Effect.void))
    const failingOnce = Layer.succeed(MessageStorage.MessageStorage, { ...none, [name]: failing })
    const storage = yield* Effect.provide(MessageStorage.MessageStorage, Layer.provide(patientStorage, failingOnce))
    const asked = yield* Effect.fork(storage[name](undefined as never))
    yield* TestClock.adjust("100 millis")
    yield* asked
    assert.strictEqual(times, 2)
  })
)
