import type { RequestListener } from "node:http"
import { createServer } from "node:http"
import { Effect } from "effect"

/** A server on a free port of loopback, closed with its scope; gives its base URL. */
export const listening = (listener: RequestListener) =>
  Effect.gen(function* () {
    const server = createServer(listener)
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    const address = server.address()
    if (address === null || typeof address === "string") return yield* Effect.dieMessage("no port")
    return `http://127.0.0.1:${address.port}`
  })
