import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Option, Redacted, TestClock } from "effect"
import type { GatewayError } from "effect-model-gateway"
import {
  GatewayBadRequest,
  GatewayOutcomeUnknown,
  GatewayRateLimited,
  GatewayTransportError,
  GatewayUnauthorized,
  GatewayUnavailable
} from "effect-model-gateway"
import { started } from "../embedded/support/gateway.js"
import { says, upstream } from "../embedded/support/upstream.js"
import { orders as orderSamples, samples } from "../support/samples.js"
import { exchanges, png } from "./support/exchanges.js"
import { all } from "./support/fakeServices.js"
import type { Served } from "./support/serve.js"
import { apiKey, serve, shown } from "./support/serve.js"

const get = ({ send }: Pick<Served, "send">, path: string) => send({ method: "GET", path })

const activity = (server: Pick<Served, "send">) =>
  Effect.map(get(server, "/activity"), (answer) => Object(shown(answer).body))

const post = ({ send }: Served, path: string, body: unknown) => send({ path, body: JSON.stringify(body) })

const files = [
  ["/", "text/html; charset=utf-8"],
  ["/page.css", "text/css; charset=utf-8"],
  ["/page.js", "text/javascript; charset=utf-8"],
  ["/activity", "application/json"]
] as const

const answers = Object.assign({}, ...exchanges.map((exchange) => exchange.answers))

describe("the front page", () => {
  it.scoped.each(files)("%s is served without the key, and guarded", ([path, type]) =>
    Effect.gen(function* () {
      const server = yield* serve({}, { ui: true })
      const { bytes, headers, status } = yield* server.send({ method: "GET", path, headers: { authorization: "" } })
      assert.strictEqual(status, 200)
      assert.isAbove(bytes.length, 0)
      assert.deepInclude(headers, {
        "content-type": type,
        "cache-control": "no-store",
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
          "img-src 'self' http: https: data:; frame-ancestors 'none'; base-uri 'none'",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff"
      })
      assert.notProperty(headers, "access-control-allow-origin")
    })
  )

  it.scoped.each(files)("%s is not there unless it is asked for", ([path]) =>
    Effect.gen(function* () {
      const server = yield* serve()
      assert.strictEqual((yield* get(server, path)).status, 404)
    })
  )

  it.scoped.each(files)("%s can only be read", ([path]) =>
    Effect.gen(function* () {
      const server = yield* serve({}, { ui: true })
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        assert.strictEqual((yield* server.send({ method, path })).status, 404)
      }
    })
  )

  it.scoped("holds nothing of what was sent, for its script writes all of that", () =>
    Effect.gen(function* () {
      const server = yield* serve(answers, { ui: true, answeredBy: "<script>" })
      const before = yield* get(server, "/")
      for (const { body, path } of exchanges) yield* post(server, path, body)
      assert.isTrue(before.bytes.equals((yield* get(server, "/")).bytes))
      assert.notMatch(before.bytes.toString(), /<script>|style=| on\w+=/)
      assert.notMatch((yield* get(server, "/page.js")).bytes.toString(), /innerHTML|outerHTML|insertAdjacentHTML|eval/)
    })
  )
})

describe("the activity", () => {
  it.scoped("tells what answers, since when, and that there was nothing yet", () =>
    Effect.gen(function* () {
      const server = yield* serve({}, { ui: true, answeredBy: "gateway.example" })
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* activity(server), {
        gateway: { title: "effect-model-gateway", answeredBy: "gateway.example", since: 0, now: 5_000 },
        requests: [],
        tasks: [],
        orders: [],
        assets: []
      })
    })
  )

  it.scoped("tells of every operation its ids, states, models and counts, newest first", () =>
    Effect.gen(function* () {
      const server = yield* serve(answers, { ui: true })
      const traceIds: Array<unknown> = []
      for (const { body, path } of exchanges) {
        traceIds.push((yield* post(server, path, body)).headers["x-request-id"])
        yield* TestClock.adjust("1 second")
      }
      const [, , chat, native] = traceIds
      const seen = yield* activity(server)
      assert.deepStrictEqual(
        seen.requests.map(({ operation, path, status }: Record<string, unknown>) => [operation, path, status]),
        exchanges.map(({ name, path }) => [name, path, 200]).reverse()
      )
      assert.deepStrictEqual(
        seen.requests.map((entry: Record<string, unknown>) => entry.traceId),
        traceIds.slice().reverse()
      )
      assert.deepStrictEqual(seen.tasks, [{ id: "task-1", status: "completed", at: 0 }])
      assert.deepStrictEqual(seen.orders, [
        { id: traceIds.at(-1), kind: "video", model: "director", at: 8_000 },
        { id: native, kind: "image", model: "painter", images: 2, at: 3_000 },
        { id: chat, kind: "image", model: "painter", images: 2, at: 2_000 }
      ])
      assert.deepStrictEqual(seen.assets, [
        { id: "asset-1", type: "Image", url: "https://example.com/harbour.png", at: 4_000 }
      ])
    })
  )

  it.scoped("tells no prompt, no text, no picture and no key", () =>
    Effect.gen(function* () {
      const server = yield* serve(answers, { ui: true })
      for (const { body, path } of exchanges) yield* post(server, `${path}?token=a-secret`, body)
      const text = (yield* get(server, "/activity")).bytes.toString()
      const secrets = [
        "a harbour",
        "a ship comes in",
        "hello",
        "world",
        "tides",
        "moon",
        "a.wav",
        "1.png",
        "harbour.png"
      ]
      const shownUrl = "https://example.com/harbour.png"
      for (const secret of [...secrets, "a-secret", Buffer.from(png).toString("base64"), apiKey]) {
        assert.notInclude(text.replace(shownUrl, ""), secret)
      }
    })
  )

  it.scoped("follows a task from its acceptance on, and keeps its place and time", () =>
    Effect.gen(function* () {
      let status = 1
      const server = yield* serve({ ...answers, result: () => Effect.sync(() => ({ status })) }, { ui: true })
      const submit = (id: string) => post(server, "/tk/v1/speech/async/process", { id, audio: { uri: "u" } })
      const query = (id: string) => post(server, "/tk/v1/speech/async/result", { id })
      const tasks = Effect.map(activity(server), (it) => it.tasks)
      yield* submit("a")
      assert.deepStrictEqual(yield* tasks, [{ id: "a", status: "accepted", at: 0 }])
      yield* TestClock.adjust("1 second")
      yield* submit("b")
      for (const [next, word] of Object.entries({ 1: "transcribing", 2: "completed", 3: "status 3" })) {
        status = Number(next)
        yield* query("a")
        assert.deepStrictEqual(yield* tasks, [
          { id: "b", status: "accepted", at: 1_000 },
          { id: "a", status: word, at: 0 }
        ])
      }
    })
  )

  it.scoped("names a video order as the reply does, where the reply has an id", () =>
    Effect.gen(function* () {
      const server = yield* serve({ place: () => Effect.succeed({ id: "video-7" }) }, { ui: true })
      yield* post(server, "/tk/v1/videos/generations", { model: "m" })
      assert.deepStrictEqual((yield* activity(server)).orders, [{ id: "video-7", kind: "video", model: "m", at: 0 }])
    })
  )

  it.scoped("tells of what was refused, but not of the looks at itself and at pictures", () =>
    Effect.gen(function* () {
      const file = Option.some({ bytes: png, mimeType: "image/png" })
      const server = yield* serve({}, { ui: true, files: { read: () => Effect.succeed(file) } })
      for (const path of [...files.map(([path]) => path), "/healthz", "/assets/a"]) {
        assert.strictEqual((yield* get(server, path)).status, 200)
      }
      yield* post(server, "/v1/embeddings", { model: "", input: 5 })
      yield* post(server, "/nothing/here", {})
      const { orders, requests, tasks } = yield* activity(server)
      assert.deepStrictEqual(
        requests.map(({ failure, path, status }: Record<string, unknown>) => [status, path, failure]),
        [
          [404, "/nothing/here", undefined],
          [400, "/v1/embeddings", "GatewayInvalidRequest"]
        ]
      )
      assert.deepStrictEqual([tasks, orders], [[], []])
    })
  )

  it.scoped("stays small: the newest 50 of each, ids of 200 characters, and no URL that is a file", () =>
    Effect.gen(function* () {
      const Items = [
        { Id: "i".repeat(1_000), Name: "n".repeat(1_000), AssetType: "t".repeat(1_000), URL: "data:".padEnd(3_000) }
      ]
      const server = yield* serve({ ...answers, list: () => Effect.succeed({ Items, TotalCount: 1 }) }, { ui: true })
      for (let i = 0; i < 120; i++) yield* post(server, "/tk/v1/videos/generations", { model: `m${i}` })
      const id = "x".repeat(1_000)
      yield* post(server, "/tk/v1/speech/async/process", { id, audio: { uri: "u" } })
      yield* post(server, "/api/v3/listAssets", { Filter: { GroupId: "g" } })
      const { assets, orders, requests, tasks } = yield* activity(server)
      assert.deepStrictEqual([requests.length, orders.length], [50, 50])
      assert.deepStrictEqual([orders[0].model, orders[49].model], ["m119", "m70"])
      assert.strictEqual(tasks[0].id, id.slice(0, 200))
      assert.deepStrictEqual(assets, [{ id: "i".repeat(200), type: "t".repeat(200), at: 0 }])
    })
  )
})

const secret = "a-secret-of-the-caller"

/** Every operation, with the secret wherever a text may stand, and pictures that are named by their prompts. */
const secretly = (send: Served["send"]) =>
  Effect.forEach(samples, ({ body, path }) => {
    const texts = /"(content|text|prompt|input|query|documents)":(\[)?"/g
    const sent = JSON.stringify(body).replace(texts, (found) => `${found}${secret} `)
    return send({ path: `${path}?token=${secret}`, body: sent })
  })

describe("who reads the page without a key", () => {
  it.scopedLive("learns no prompt, name or query from the engines", () =>
    Effect.gen(function* () {
      const gateway = yield* started({ ui: true })
      yield* secretly(gateway.send)
      const listed = yield* gateway.send({
        path: "/api/v3/listAssets",
        body: '{"Filter":{"GroupId":"generated-images"}}'
      })
      assert.include(listed.bytes.toString(), secret)
      const { assets, orders } = yield* activity(gateway)
      assert.isNotEmpty(orders)
      assert.deepStrictEqual(Object.keys(assets[0]), ["id", "type", "url", "at"])
      assert.notInclude((yield* get(gateway, "/activity")).bytes.toString(), secret)
    })
  )

  it.scopedLive("learns no prompt, name or query from a relay, and is shown no picture that a query opens", () =>
    Effect.gen(function* () {
      const asset = (Id: string, URL: string) => ({ Id, Name: secret, AssetType: "Image", URL })
      const Items = [
        asset("signed", `https://files.test/a.png?signature=${secret}`),
        asset("fragment", `https://files.test/a.png#${secret}`),
        asset("credentials", `https://user:${secret}@files.test/a.png`),
        asset("relative", "/assets/a"),
        asset("inline", `data:image/png;base64,${secret}`),
        asset("script", "javascript:alert(1)"),
        asset("plain", "https://files.test/a.png")
      ]
      const inner = yield* upstream((response, { path }) =>
        says(path === "/api/v3/listAssets" ? 200 : 500, {
          Items,
          TotalCount: Items.length,
          error: { message: secret }
        })(response)
      )
      const gateway = yield* started({
        ui: true,
        upstream: { baseUrl: inner.baseUrl, apiKey: Redacted.make("inner") }
      })
      yield* secretly(gateway.send)
      assert.include(JSON.stringify(inner.received), secret)
      const { assets, orders } = yield* activity(gateway)
      assert.lengthOf(orders, orderSamples.length)
      assert.deepStrictEqual(
        assets.map(({ id, url }: Record<string, unknown>) => [id, url]).reverse(),
        Items.map(({ Id }) => [Id, Id === "plain" ? "https://files.test/a.png" : undefined])
      )
      assert.notInclude((yield* get(gateway, "/activity")).bytes.toString(), secret)
    })
  )
})

describe("the page under the name of a host", () => {
  const statusUnder = (host: string, options = {}) =>
    Effect.gen(function* () {
      const server = yield* serve({}, { ui: true, ...options })
      const answers = yield* Effect.forEach(files, ([path]) => server.send({ method: "GET", path, headers: { host } }))
      const [{ status } = assert.fail("no file"), ...others] = answers
      assert.isTrue(others.every((other) => other.status === status))
      return { status, said: answers.map(({ bytes }) => bytes.toString()).join() }
    })

  it.scoped.each(["127.0.0.1:8080", "10.1.2.3", "[::1]:8080", "localhost", "LOCALHOST:8080", "gateway.localhost:8080"])(
    "%s is its own",
    (host) => Effect.map(statusUnder(host), ({ status }) => assert.strictEqual(status, 200))
  )

  it.scoped.each([
    "attacker.example",
    "attacker.example:8080",
    "localhost.attacker.example",
    "notlocalhost",
    "127.0.0.1.attacker.example",
    "attacker.example@127.0.0.1",
    "attacker.example/127.0.0.1"
  ])("%s may be anybody's", (host) =>
    Effect.map(statusUnder(host), ({ said, status }) => {
      assert.strictEqual(status, 421)
      assert.include(said, `the front page is not shown under ${host}: open it by an IP address or localhost`)
      assert.notInclude(said, "gateway.now")
    })
  )

  it.scoped("one that is configured is its own, and no other", () =>
    Effect.gen(function* () {
      const hosts = ["Gateway.internal"]
      assert.strictEqual((yield* statusUnder("gateway.internal:8080", { hosts })).status, 200)
      assert.strictEqual((yield* statusUnder("other.internal", { hosts })).status, 421)
    })
  )

  it.scoped("operations are answered under any", () =>
    Effect.gen(function* () {
      const server = yield* serve({ embed: () => Effect.succeed({ data: [] }) }, { ui: true })
      const headers = { host: "gateway.internal" }
      const { status } = yield* server.send({ path: "/v1/embeddings", headers, body: '{"model":"m","input":"i"}' })
      assert.strictEqual(status, 200)
    })
  )
})

const about = { operation: "upstream", attempts: 1 }

describe.each(orderSamples)("$operation.name that fails", ({ body, operation, path }) => {
  const ordersAfter = (end: Effect.Effect<never, GatewayError>) =>
    Effect.gen(function* () {
      const server = yield* serve(all(end), { ui: true })
      const { headers } = yield* post(server, path, body)
      return { orders: (yield* activity(server)).orders, traceId: headers["x-request-id"] }
    })

  it.scoped.each([
    ["an unknown outcome", Effect.fail(new GatewayOutcomeUnknown({ ...about, reason: "ECONNRESET" }))],
    ["a bare 503", Effect.fail(new GatewayUnavailable(about))],
    ["a defect", Effect.die(new Error("broken"))]
  ] as const)("by %s is an order that may have been accepted", ([, end]) =>
    Effect.gen(function* () {
      const { orders, traceId } = yield* ordersAfter(end)
      const kind = operation.name === "orderVideo" ? "video" : "image"
      const model = operation.name === "orderVideo" ? "director-1" : "painter-2"
      assert.deepStrictEqual(orders, [{ id: traceId, kind, model, at: 0, outcome: "unknown" }])
    })
  )

  it.scoped.each([
    new GatewayBadRequest(about),
    new GatewayUnauthorized(about),
    new GatewayRateLimited(about),
    new GatewayUnavailable({ ...about, retryAfter: Duration.seconds(1) }),
    new GatewayTransportError({ ...about, connected: false, reason: "ECONNREFUSED" })
  ])("by $_tag, which proves that it was not accepted, is none", (failure) =>
    Effect.map(ordersAfter(Effect.fail(failure)), ({ orders }) => assert.deepStrictEqual(orders, []))
  )

  it.scopedLive("as its caller goes away is an order that may have been accepted", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const wait = Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)
      const server = yield* serve(all(wait), { ui: true })
      const call = yield* Effect.fork(post(server, path, body))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(call)
      const seen = yield* Effect.repeat(activity(server), { until: ({ orders }) => orders.length > 0 })
      assert.deepInclude(seen.orders[0], { outcome: "unknown" })
    })
  )
})
