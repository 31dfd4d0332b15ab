import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { createServer } from "node:http"
import type { Scope } from "effect"
import { Effect } from "effect"

/** A request as an upstream got it. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A gateway that only records, and answers as the test says. */
export interface Upstream {
  readonly baseUrl: string
  readonly received: ReadonlyArray<Received>
}

/** Starts one on a free port of the loopback, or on this one. */
export const upstream = (
  answer: (response: ServerResponse, request: Received) => void,
  port = 0
): Effect.Effect<Upstream, never, Scope.Scope> =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const server = createServer(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      const all = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() }
      received.push(all)
      answer(response, all)
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.listen(port, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    const address = server.address()
    const taken = typeof address === "object" && address !== null ? address.port : 0
    return { baseUrl: `http://127.0.0.1:${taken}`, received }
  })

/** Answers with a status, a body (JSON unless it is a text) and headers. */
export const says =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body))
  }
