import { mkdtempSync, rmSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { key, serve } from "./modelGateway.js"

/** A directory of its own, until the scope closes. */
export const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "gateway-commands-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

/** One `model-gateway serve` for all tests of a file. */
export class Served extends Context.Tag("test/Served")<Served, Effect.Effect.Success<ReturnType<typeof serve>>>() {
  static readonly layer = Layer.scoped(Served, serve())
}

/** What a command is told of a gateway by its environment. */
export const environmentOf = (baseUrl: string): Readonly<Record<string, string>> => ({
  MODEL_GATEWAY_BASE_URL: baseUrl,
  MODEL_GATEWAY_API_KEY: key
})

/** A gateway that answers as it is told, and counts its requests; for a gateway that fails, or does not answer. */
export const gatewayThat = (answer: (response: ServerResponse, request: IncomingMessage) => void) =>
  Effect.acquireRelease(
    Effect.async<{ readonly baseUrl: string; readonly requests: () => number; readonly close: () => void }>(
      (resume) => {
        let requests = 0
        const server = createServer((request, response) => {
          requests++
          answer(response, request)
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" ? address?.port : 0
          const close = () => {
            server.close()
            server.closeAllConnections()
          }
          resume(Effect.succeed({ baseUrl: `http://127.0.0.1:${port}`, requests: () => requests, close }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )

/** Answers every request as a key is refused, with the key in the answer, as careless gateways do. */
export const refuses = (response: ServerResponse, request: IncomingMessage): void => {
  response.writeHead(401, { "content-type": "application/json" })
  response.end(JSON.stringify({ error: { message: `${request.headers.authorization} is unknown here` } }))
}
