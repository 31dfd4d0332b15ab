import type { ServerResponse } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** What is served at a path: a whole file, or whatever a function does with the response. */
export type Served = Uint8Array | string | ((response: ServerResponse) => void)

/** A server of files on a free loopback port, and the paths that it was asked for. */
export interface FileServer {
  readonly baseUrl: string
  readonly asked: ReadonlyArray<string>
}

/** Starts a server for the scope. Whatever the query; a path that is not listed is answered with 404. */
export const serveFiles = (files: Readonly<Record<string, Served>>, host = "127.0.0.1") =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<{ readonly server: ReturnType<typeof createServer>; readonly asked: Array<string> }>((resume) => {
        const asked: Array<string> = []
        const server = createServer(({ url = "" }, response) => {
          asked.push(url)
          answer(response, files[url.replace(/\?.*/, "")])
        })
        server.listen(0, host, () => resume(Effect.succeed({ server, asked })))
      }),
      ({ server }) =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    ),
    ({ asked, server }): FileServer => ({
      baseUrl: `http://${host.includes(":") ? `[${host}]` : host}:${portOf(server.address())}`,
      asked
    })
  )

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === "object" && address !== null ? address.port : 0

const answer = (response: ServerResponse, served: Served | undefined): void => {
  if (served === undefined) response.writeHead(404).end("not here")
  else if (typeof served === "function") served(response)
  else response.end(served)
}
