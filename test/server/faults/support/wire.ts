import { connect } from "node:net"
import type { Scope } from "effect"
import { Effect } from "effect"
import { apiKey } from "../../../embedded/support/gateway.js"

/** A request of an operation. */
export interface Call {
  readonly path: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One request on a connection of its own, down to the bytes. */
export interface Wire {
  /** What has come so far. */
  readonly text: () => string
  /** What has come once it is as wished. */
  readonly until: (wished: (text: string) => boolean) => Effect.Effect<string>
  /** How the connection ended, and all that came. */
  readonly ended: Effect.Effect<{ readonly how: "closed" | "reset"; readonly text: string }>
  readonly leave: Effect.Effect<void>
}

/** Sends a request with the key; the connection is for this one alone. */
export const wire = (baseUrl: string, { body, headers = {}, path }: Call): Effect.Effect<Wire, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const text = JSON.stringify(body)
      const lines = {
        Host: "gateway",
        Authorization: `Bearer ${apiKey}`,
        Connection: "close",
        "Content-Length": `${Buffer.byteLength(text)}`,
        ...headers
      }
      const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
      const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1")
      socket.write(`POST ${path} HTTP/1.1\r\n${head.join("")}\r\n${text}`)
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  ).pipe(
    Effect.map((socket) => {
      let received = ""
      let how: "closed" | "reset" | undefined
      socket.on("data", (chunk) => {
        received += chunk.toString()
      })
      socket.on("error", () => undefined)
      socket.on("close", (failed) => {
        how = failed ? "reset" : "closed"
      })
      return {
        text: () => received,
        until: (wished) =>
          Effect.async((resume) => {
            const look = () => {
              if (!wished(received)) return
              socket.off("data", look)
              resume(Effect.succeed(received))
            }
            socket.on("data", look)
            look()
          }),
        ended: Effect.async((resume) => {
          const tell = () => {
            if (how !== undefined) resume(Effect.succeed({ how, text: received }))
          }
          socket.on("close", tell)
          tell()
        }),
        leave: Effect.sync(() => socket.destroy())
      }
    })
  )

/** An answer as it came over the wire: its status, its headers by their names in lower case, its body. */
export const parsed = (text: string) => {
  const [head = "", ...rest] = text.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const headers: Record<string, string | undefined> = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)])
  )
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n") }
}
