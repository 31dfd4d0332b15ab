import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { environmentOf, gatewayThat } from "../support/gateways.js"
import { start } from "../support/modelGateway.js"

/** A command with requests that no gateway answers, once they are there. */
const hanging = (args: ReadonlyArray<string>, requests: number, input = "") =>
  Effect.gen(function* () {
    const gateway = yield* gatewayThat(() => undefined)
    const running = yield* start(args, environmentOf(gateway.baseUrl))
    running.type(input)
    yield* Effect.sync(gateway.requests).pipe(
      Effect.delay("20 millis"),
      Effect.repeat({ until: (seen) => seen === requests, times: 500 })
    )
    return running
  })

describe.concurrent("Ctrl-C", { timeout: 60_000 }, () => {
  it.scopedLive("ends what is under way within seconds, and says how to go on", () =>
    Effect.gen(function* () {
      const tasks = ["a", "b", "c"].map((id) => `{"id":"${id}","audio":{"uri":"http://127.0.0.1:9/${id}"}}`)
      const args = ["transcribe", "--parallel", "2", "--input", "-"]
      const running = yield* hanging(args, 2, tasks.join("\n"))
      running.kill("SIGINT")
      const { code, err, out } = yield* Effect.timeout(running.ended, "5 seconds")
      assert.deepStrictEqual(err.trim().split("\n"), [
        "model-gateway: interrupted: 0 done, 0 failed, 2 ended while under way (line 1; line 2); what comes after line 2 was not begun",
        "Tasks that were submitted go on at the gateway; without URL, transcribe --id ID waits for one: a, b"
      ])
      assert.strictEqual(out, "")
      assert.strictEqual(code, 130)
    })
  )

  it.scopedLive("tells of orders that may have been accepted", () =>
    Effect.gen(function* () {
      const running = yield* hanging(["video", "--model", "any", "a ship"], 1)
      running.kill("SIGTERM")
      const { code, err } = yield* Effect.timeout(running.ended, "5 seconds")
      assert.match(
        err,
        /^model-gateway: orderVideo: .*\nmodel-gateway: interrupted: .*\nOrders that were under way may/
      )
      assert.strictEqual(code, 130)
    })
  )

  it.scopedLive("prints results that waited for those before them", () =>
    Effect.gen(function* () {
      const gateway = yield* gatewayThat((response, request) => {
        request.on("data", (body) => {
          if (String(body).includes("second")) response.end('{"data":[{"index":0,"embedding":[0.5]}]}')
        })
      })
      const args = ["embed", "--model", "any", "first", "second"]
      const running = yield* start(args, environmentOf(gateway.baseUrl))
      yield* Effect.sync(gateway.requests).pipe(
        Effect.delay("20 millis"),
        Effect.repeat({ until: (seen) => seen === 2, times: 500 })
      )
      yield* Effect.sleep("300 millis")
      running.kill("SIGINT")
      const { code, err, out } = yield* running.ended
      assert.strictEqual(out, "0.5000 (0 tokens)\n")
      assert.match(err, /1 done, 0 failed, 1 ended while under way \(TEXT 1\)$/m)
      assert.strictEqual(code, 130)
    })
  )

  it.scopedLive("twice stops at once", () =>
    Effect.gen(function* () {
      const running = yield* start(["serve", "--port", "0", "--drain-seconds", "60"])
      const [, baseUrl] = yield* running.says(/listens on (\S+)/)
      const [, key] = yield* running.says(/API key: {2}(\S+)/)
      const gateway = yield* gatewayThat(() => undefined)
      const body = JSON.stringify({ id: "a", audio: { uri: gateway.baseUrl } })
      const headers = { authorization: `Bearer ${key}` }
      const asked = fetch(`${baseUrl}/tk/v1/speech/async/process`, { method: "POST", headers, body }).catch(
        () => undefined
      )
      yield* Effect.sync(gateway.requests).pipe(
        Effect.delay("20 millis"),
        Effect.repeat({ until: (seen) => seen === 1, times: 500 })
      )
      running.kill("SIGINT")
      yield* running.says(/stopping once/)
      running.kill("SIGINT")
      assert.strictEqual((yield* Effect.timeout(running.ended, "5 seconds")).code, 130)
      yield* Effect.promise(() => asked)
    })
  )
})
