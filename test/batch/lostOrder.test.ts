import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { directory } from "../embedded/data/support/directories.js"
import type { PassArguments } from "./support/PassArguments.js"

const root = fileURLToPath(new URL("../../", import.meta.url))
const program = fileURLToPath(new URL("support/pass.ts", import.meta.url))

/** Passes over a run, each in a process of its own, and a gateway that kills the first at its first order, where it is told to. */
const station = ({ killsFirst }: { readonly killsFirst: boolean }) =>
  Effect.gen(function* () {
    const orders: Array<string> = []
    let atOrder = () => {}
    const server = yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((request, response) => {
          request.resume().on("end", () => {
            orders.push(request.url ?? "")
            if (killsFirst && orders.length === 1) return atOrder()
            response.setHeader("content-type", "application/json").end("{}")
          })
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    const address = server.address()
    if (address === null || typeof address === "string") return yield* Effect.dieMessage("it does not listen")
    const common = {
      file: join(yield* directory, "runs.sqlite"),
      baseUrl: `http://127.0.0.1:${address.port}`,
      retry: false,
      foundOpen: "end",
      diesWhenDone: false
    } as const
    const pass = (more: Partial<PassArguments> = {}) =>
      Effect.async<unknown>((resume) => {
        const options = ["--import", "tsx", "--conditions=@effect-model-gateway/source"]
        const child = spawn(process.execPath, [...options, program, JSON.stringify({ ...common, ...more })], {
          cwd: root
        })
        atOrder = () => child.kill("SIGKILL")
        let said = ""
        child.stdout.on("data", (chunk) => (said += String(chunk)))
        child.stderr.on("data", (chunk) => (said += String(chunk)))
        child.on("close", (_, signal) => resume(Effect.sync(() => signal ?? JSON.parse(said))))
        return Effect.sync(() => child.kill("SIGKILL"))
      })
    return { orders, pass }
  })

const lost = {
  done: 0,
  cost: 0.5,
  calls: [["orderVideo", "film", 1, 1, 1]],
  failures: ["GatewayOutcomeUnknown"]
}

it.scopedLive(
  "an order that was on its way when its process was killed is counted, once, as one that may have to be paid for",
  () =>
    Effect.gen(function* () {
      const { orders, pass } = yield* station({ killsFirst: true })
      assert.strictEqual(yield* pass(), "SIGKILL")
      assert.deepStrictEqual(yield* pass(), lost)
      assert.deepStrictEqual(yield* pass({ retry: true }), lost)
      assert.lengthOf(orders, 1)
    }),
  120_000
)

it.scopedLive(
  "so it is where it is sent again, beside the order that was sent then",
  () =>
    Effect.gen(function* () {
      const { orders, pass } = yield* station({ killsFirst: true })
      assert.strictEqual(yield* pass(), "SIGKILL")
      const calls = [["orderVideo", "film", 2, 1, 1]]
      assert.deepStrictEqual(yield* pass({ foundOpen: "send" }), { done: 1, cost: 1, calls, failures: [] })
      assert.lengthOf(orders, 2)
    }),
  120_000
)

it.scopedLive(
  "an order that was answered, and counted, before its process was killed is not counted again",
  () =>
    Effect.gen(function* () {
      const { orders, pass } = yield* station({ killsFirst: false })
      assert.strictEqual(yield* pass({ diesWhenDone: true }), "SIGKILL")
      assert.deepStrictEqual(yield* pass(), { ...lost, calls: [["orderVideo", "film", 1, 0, 0]] })
      assert.lengthOf(orders, 1)
    }),
  120_000
)
