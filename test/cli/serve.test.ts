import { mkdtemp, rm, writeFile } from "node:fs/promises"
import type { ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { recording } from "../engines/support/audio.js"
import { serveFiles } from "../engines/support/fileServer.js"
import { bodyOf, key, serve, start } from "./support/modelGateway.js"

const embedding = { model: "any", input: "a-prompt-that-no-log-holds" }
const submit = "/tk/v1/speech/async/process"
const query = "/tk/v1/speech/async/result"
const task = { id: "one" }
const picture = { model: "any", messages: [{ role: "user", content: "a green harbour" }] }

const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "gateway-data-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true }))
)

describe.concurrent("model-gateway serve", { timeout: 60_000 }, () => {
  it.scopedLive("generates a key, prints it once, and takes no other", () =>
    Effect.gen(function* () {
      const gateway = yield* start(["serve", "--port", "0"])
      const [, baseUrl] = yield* gateway.says(/listens on (\S+)/)
      const [, generated] = yield* gateway.says(/API key: {2}(\S+) {2}\(generated/)
      const as = (bearer: string) =>
        Effect.promise(() =>
          fetch(`${baseUrl}/v1/embeddings`, {
            method: "POST",
            headers: { authorization: `Bearer ${bearer}` },
            body: JSON.stringify(embedding)
          })
        )
      assert.strictEqual((yield* as(generated ?? "")).status, 200)
      assert.strictEqual((yield* as("another")).status, 401)
      gateway.kill("SIGTERM")
      const { code, err, out } = yield* gateway.ended
      assert.strictEqual(code, 0)
      assert.lengthOf(err.split(generated ?? ""), 2)
      assert.notInclude(out, generated ?? "")
    })
  )

  it.scopedLive.each(["SIGINT", "SIGTERM"] as const)(
    "%s: what is in flight ends, new work is told to come again",
    (signal) =>
      Effect.gen(function* () {
        const gateway = yield* serve()
        const asked = yield* Deferred.make<ServerResponse>()
        const { baseUrl } = yield* serveFiles({
          "/a.flac": (response) => Deferred.unsafeDone(asked, Effect.succeed(response))
        })
        const inFlight = yield* Effect.fork(gateway.post(submit, { ...task, audio: { uri: `${baseUrl}/a.flac` } }))
        const download = yield* asked
        gateway.kill(signal)
        yield* gateway.says(/stopping once what is in flight has ended/)
        const refused = yield* gateway.post("/v1/embeddings", embedding)
        assert.strictEqual(refused.status, 503)
        assert.strictEqual(refused.headers.get("retry-after"), "5")
        download.end(recording("standup.flac"))
        const answer = yield* inFlight
        assert.strictEqual(answer.status, 200)
        assert.strictEqual((yield* bodyOf(answer)).code, "200")
        assert.strictEqual((yield* gateway.ended).code, 0)
      })
  )

  it.scopedLive("goes on where nobody reads its log any more", () =>
    Effect.gen(function* () {
      const gateway = yield* serve()
      gateway.closeOutput()
      for (let i = 0; i < 3; i++) assert.strictEqual((yield* gateway.post("/v1/embeddings", embedding)).status, 200)
      gateway.kill("SIGTERM")
      assert.strictEqual((yield* gateway.ended).code, 0)
    })
  )

  it.scopedLive("logs a line of JSON for each request, without key or body", () =>
    Effect.gen(function* () {
      const gateway = yield* serve([], { MODEL_GATEWAY_SERVE_LOG_JSON: "true" })
      yield* gateway.post("/v1/embeddings", embedding)
      yield* gateway.post("/v1/embeddings?secret=in-the-query", { ...embedding, dimensions: -1 })
      yield* gateway.post("/nowhere", {})
      gateway.kill("SIGINT")
      const { out } = yield* gateway.ended
      const lines = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.deepStrictEqual(
        lines.map(({ method, path, operation, status, failure }) => ({ method, path, operation, status, failure })),
        [
          { method: "POST", path: "/v1/embeddings", operation: "createEmbeddings", status: 200, failure: undefined },
          {
            method: "POST",
            path: "/v1/embeddings",
            operation: "createEmbeddings",
            status: 400,
            failure: "GatewayInvalidRequest"
          },
          { method: "POST", path: "/nowhere", operation: undefined, status: 404, failure: undefined }
        ]
      )
      for (const { millis, time, traceId } of lines) {
        assert.isAtLeast(millis, 0)
        assert.match(time, /^\d{4}-\d\d-\d\dT/)
        assert.match(traceId, /^[0-9a-f]{32}$/)
      }
      for (const secret of [key, embedding.input, "in-the-query"]) assert.notInclude(out, secret)
    })
  )

  it.scopedLive("keeps what it accepted over SIGKILL, in a directory", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const first = yield* serve(["--data", directory])
      const drawn = yield* bodyOf(yield* first.post("/v1/chat/completions", picture))
      yield* first.post("/tk/v1/videos/generations", { model: "any", prompt: "a ship" })
      first.kill("SIGKILL")
      yield* first.ended
      const second = yield* serve(["--data", directory])
      const listed = yield* bodyOf(
        yield* second.post("/api/v3/listAssets", { Filter: { GroupId: "generated-images" } })
      )
      assert.strictEqual(listed.TotalCount, 1)
      const file = yield* Effect.promise(() => fetch(listed.Items[0].URL).then((it) => it.arrayBuffer()))
      assert.include(drawn.choices[0].message.content, Buffer.from(file).toString("base64"))
      const seen = yield* Effect.promise(() => fetch(`${second.baseUrl}/activity`).then((it) => it.json()))
      assert.sameMembers(
        seen.orders.map(({ kind }: { readonly kind: string }) => kind),
        ["image", "video"]
      )
    })
  )

  it.scopedLive("fails by a plan, says so, and tells what it accepted", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const file = join(directory, "plan.json")
      const rule = { operation: "orderVideo", at: [1], fault: { kind: "status", status: 500, accepts: true } }
      yield* Effect.promise(() => writeFile(file, JSON.stringify({ seed: 1, rules: [rule] })))
      const gateway = yield* serve(["--faults", file])
      yield* gateway.says(/^faults: {3}on, by the plan \S+plan\.json; GET \/faults\/journal tells what it did$/m)
      const order = { model: "any", prompt: "a ship" }
      assert.strictEqual((yield* gateway.post("/tk/v1/videos/generations", order)).status, 500)
      assert.strictEqual((yield* gateway.post("/tk/v1/videos/generations", order)).status, 200)
      const headers = { authorization: `Bearer ${key}` }
      const journal = yield* Effect.promise(() => fetch(`${gateway.baseUrl}/faults/journal`, { headers }))
      const { faults, orders } = yield* bodyOf(journal)
      assert.deepStrictEqual([faults.length, orders.length], [1, 2])
      assert.match(gateway.out(), / POST \/tk\/v1\/videos\/generations 500 \(fault: status\) /)
    })
  )

  it.scopedLive("refuses an id that is submitted again, where it is told to", () =>
    Effect.gen(function* () {
      const gateway = yield* serve(["--resubmission", "reject"])
      const { baseUrl } = yield* serveFiles({ "/a.flac": recording("standup.flac") })
      const sent = Effect.flatMap(gateway.post(submit, { ...task, audio: { uri: `${baseUrl}/a.flac` } }), bodyOf)
      assert.deepStrictEqual([(yield* sent).code, (yield* sent).code], ["200", "409"])
    })
  )

  it.scopedLive("stands in front of another gateway", () =>
    Effect.gen(function* () {
      const inner = yield* serve()
      const outer = yield* start(
        [
          "serve",
          "--port",
          "0",
          "--key",
          "of-the-outer",
          "--upstream",
          inner.baseUrl,
          "--upstream-key-env",
          "INNER_KEY"
        ],
        { INNER_KEY: key }
      )
      const [, baseUrl] = yield* outer.says(/listens on (\S+)/)
      const reply = yield* Effect.promise(() =>
        fetch(`${baseUrl}/v1/embeddings`, {
          method: "POST",
          headers: { authorization: "Bearer of-the-outer" },
          body: JSON.stringify(embedding)
        })
      )
      assert.deepStrictEqual(yield* bodyOf(reply), yield* bodyOf(yield* inner.post("/v1/embeddings", embedding)))
    })
  )

  it.scopedLive.each([
    [[], 200],
    [["--no-ui"], 404]
  ] as const)("has a front page, unless told otherwise: %j", ([args, status]) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* serve(args)
      assert.strictEqual((yield* Effect.promise(() => fetch(baseUrl))).status, status)
    })
  )

  it.scopedLive("takes the text of a recording from a speech command, whose words no shell reads", () =>
    Effect.gen(function* () {
      const listener = `${process.execPath} -e "console.log('heard ' + process.argv.at(-2) + ' ' + require('fs').statSync(process.argv.at(-1)).size)" '$(touch x); "quoted"' {file}`
      const gateway = yield* serve(["--speech-command", listener])
      const sound = recording("standup.flac")
      const { baseUrl } = yield* serveFiles({ "/a.flac": sound })
      const audio = { uri: `${baseUrl}/a.flac` }
      const accepted = yield* gateway.post(submit, { ...task, audio })
      assert.strictEqual((yield* bodyOf(accepted)).code, "200")
      const done = yield* gateway
        .post(query, task)
        .pipe(
          Effect.flatMap(bodyOf),
          Effect.delay("50 millis"),
          Effect.repeat({ until: ({ data }) => data.status === 2, times: 200 })
        )
      assert.strictEqual(done.data.asrcResult.text, `heard $(touch x); "quoted" ${sound.length}`)
    })
  )
})
