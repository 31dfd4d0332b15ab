import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { json } from "./support/http.js"
import type { Served } from "./support/serve.js"
import { serve, shown } from "./support/serve.js"

const work = { path: "/v1/embeddings", body: JSON.stringify({ model: "m", input: "i" }) }
const ready = { method: "GET", path: "/readyz" }

/** A server with one request in flight, which is answered when it is told to. */
const busy = (drainTimeout: "1 minute") =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const [began, told] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const embed = () =>
      Deferred.succeed(began, undefined).pipe(
        Effect.zipRight(Deferred.await(told)),
        Effect.as({ data: [], model: "m" })
      )
    const server = yield* Scope.extend(serve({ embed }, { drainTimeout }), scope)
    const caller = yield* Effect.fork(server.send(work))
    yield* Deferred.await(began)
    const close = Scope.close(scope, Exit.void)
    return { server, caller, close, answer: Deferred.succeed(told, undefined) }
  })

/** Asks until the server says that it takes no more. */
const stopping = (server: Served): Effect.Effect<void> =>
  Effect.flatMap(server.send(ready), ({ status }) => (status === 503 ? Effect.void : stopping(server)))

it.effect("a server is ready, and healthy, until it is told to stop", () =>
  Effect.gen(function* () {
    const { answer, caller, close, server } = yield* busy("1 minute")
    assert.deepStrictEqual(shown(yield* server.send(ready)), { status: 200, body: { status: "ready" } })
    const closing = yield* Effect.fork(close)
    yield* stopping(server)
    assert.deepStrictEqual(shown(yield* server.send(ready)), { status: 503, body: { status: "stopping" } })
    const health = yield* server.send({ method: "GET", path: "/healthz" })
    assert.deepStrictEqual(shown(health), { status: 200, body: { status: "ok" } })
    yield* answer
    yield* Fiber.join(caller)
    yield* Fiber.join(closing)
  })
)

it.effect("a server that is told to stop refuses new work, and says when to come again", () =>
  Effect.gen(function* () {
    const { answer, caller, close, server } = yield* busy("1 minute")
    const closing = yield* Effect.fork(close)
    yield* stopping(server)
    const refused = yield* server.send(work)
    assert.deepStrictEqual([refused.status, refused.headers["retry-after"]], [503, "5"])
    assert.deepNestedInclude(json(refused), { "error.type": "GatewayUnavailable" })
    assert.lengthOf(server.called, 1)
    yield* answer
    yield* Fiber.join(caller)
    yield* Fiber.join(closing)
  })
)

it.effect("what is in flight ends with its reply, and only then the layer", () =>
  Effect.gen(function* () {
    const { answer, caller, close, server } = yield* busy("1 minute")
    const closing = yield* Effect.fork(close)
    yield* stopping(server)
    assert.isTrue((yield* Fiber.poll(closing))._tag === "None")
    yield* answer
    assert.deepStrictEqual(shown(yield* Fiber.join(caller)), { status: 200, body: { data: [], model: "m" } })
    yield* Fiber.join(closing)
  })
)

it.effect("a server with nothing in flight stops at once, however long it may take", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const server = yield* Scope.extend(serve({}, { drainTimeout: "1 day" }), scope)
    yield* server.send(ready)
    yield* Scope.close(scope, Exit.void)
  })
)
