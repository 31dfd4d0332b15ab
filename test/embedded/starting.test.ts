import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Fiber, Layer, Stream } from "effect"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import { freeAddress } from "../durable/support/database.js"
import { directory } from "./data/support/directories.js"

/** How a request ended: its status, or that nobody listened. */
const asked = (url: string) =>
  Effect.promise(async (signal) => {
    try {
      const reply = await fetch(url, { signal, headers: { connection: "close" } })
      return `${reply.status} ${reply.headers.get("retry-after") ?? ""}`.trim()
    } catch (error) {
      return error instanceof Error && String(error.cause).includes("ECONNREFUSED") ? "refused" : "broken"
    }
  })

it.scopedLive("what comes while a gateway starts is asked to come again, and not left without an answer", () =>
  Effect.gen(function* () {
    const { port } = yield* freeAddress
    const data = join(yield* directory, "data")
    const asking = yield* Effect.fork(
      Stream.runCollect(
        Stream.repeatEffect(asked(`http://127.0.0.1:${port}/readyz`)).pipe(Stream.takeUntil((it) => it === "200"))
      )
    )
    yield* Layer.build(EmbeddedGateway.layer({ port, data }))
    const answers = Chunk.toReadonlyArray(yield* Effect.timeout(Fiber.join(asking), "10 seconds"))
    assert.include(answers, "503 1", "a request came before it could be answered")
    assert.notInclude(answers, "broken")
    assert.strictEqual(answers.at(-1), "200")
  })
)
