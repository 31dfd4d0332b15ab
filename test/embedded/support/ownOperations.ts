import { Effect, Schema } from "effect"
import { Operation, Safety } from "effect-model-gateway"
import { bind } from "effect-model-gateway/server"

const operation = <A, I>(name: string, path: `/${string}`, request: Schema.Schema<A, I>) =>
  Operation.post(name, path, { request, response: Schema.Unknown, safety: Safety.read })

/** `POST /waits`, which is answered when `until` has ended. */
export const waits = (until: Effect.Effect<unknown>, answer = "done") =>
  bind(operation("waits", "/waits", Schema.Unknown), () => Effect.as(until, answer))

/** `POST /echo`, which takes any JSON and answers it. */
export const echo = bind(operation("echo", "/echo", Schema.Unknown), Effect.succeed)

/** `POST /named`, which takes an object of any names and answers it. */
export const named = bind(
  operation("named", "/named", Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  Effect.succeed
)

/** `POST /bare/{constructor}`, whose path names a field like one that every object has. */
export const bare = bind(
  operation("bare", "/bare/{constructor}", Schema.Struct({ constructor: Schema.String })),
  Effect.succeed
)
