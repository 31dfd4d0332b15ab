import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"
import { request } from "node:http"
import type { Socket } from "node:net"
import { connect } from "node:net"
import { Effect, Schema } from "effect"
import type { FieldIssue } from "effect-model-gateway"
import { ErrorBody } from "effect-model-gateway"

/** A request as it goes out. Nothing is added but `Host`, `Connection`, and the length, or chunks, of the body. */
export interface Sent {
  readonly path: string
  /** Default: POST. */
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  /** One text goes out under its length; several go out as chunks. */
  readonly body?: string | ReadonlyArray<Uint8Array>
}

/** An answer, whole. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** Sends one request on a connection of its own, and reads the whole answer. Interruption closes the connection. */
export const send = (port: number, { body = "", headers = {}, method = "POST", path }: Sent): Effect.Effect<Answer> =>
  Effect.async<Answer, Error>((resume) => {
    const options = { host: "127.0.0.1", port, path, method, headers, agent: false }
    const fail = (error: Error) => resume(Effect.fail(error))
    const message = request(options, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", fail)
      response.on("end", () =>
        resume(
          Effect.succeed({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks)
          })
        )
      )
    })
    message.on("error", fail)
    for (const part of typeof body === "string" ? [] : body) message.write(part)
    message.end(typeof body === "string" ? body : undefined)
    return Effect.sync(() => message.destroy())
  }).pipe(Effect.orDie)

/** The JSON of an answer. */
export const json = ({ bytes }: Pick<Answer, "bytes">): unknown => JSON.parse(bytes.toString())

/** The issues that a refusal names. */
export const issuesOf = (answer: Answer): ReadonlyArray<FieldIssue> =>
  Schema.decodeUnknownSync(ErrorBody)(json(answer)).error.issues ?? []

/** A connection that bytes are written to by hand. */
export const open = (port: number): Effect.Effect<Socket> =>
  Effect.async<Socket, Error>((resume) => {
    const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
    socket.on("error", (error) => resume(Effect.fail(error)))
  }).pipe(Effect.orDie)

/** Writes bytes by hand, and reads all that comes until the server closes the connection. */
export const write = (port: number, ...parts: ReadonlyArray<string>): Effect.Effect<string> =>
  Effect.flatMap(open(port), (socket) =>
    Effect.async<string>((resume) => {
      const chunks: Array<Buffer> = []
      socket.on("data", (chunk: Buffer) => chunks.push(chunk))
      socket.on("close", () => resume(Effect.succeed(Buffer.concat(chunks).toString())))
      for (const part of parts) socket.write(part)
      return Effect.sync(() => socket.destroy())
    })
  )
