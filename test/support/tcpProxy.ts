import type { Server, Socket } from "node:net"
import { connect, createServer } from "node:net"
import type { Scope } from "effect"
import { Effect } from "effect"

/** The bytes of a connection in one direction: those of its requests, or those of their replies. */
export type Side = "request" | "reply"

/** What becomes of the bytes of a connection. */
export type Treatment =
  | { readonly kind: "pass" }
  /** Each piece comes so much later. */
  | { readonly kind: "delay"; readonly millis: number }
  /** So many bytes of a side are let through, and then the connection ends on both sides: closed (FIN), or reset (RST). */
  | { readonly kind: "cut"; readonly side: Side; readonly after: number; readonly how: "close" | "reset" }
  /** The first bytes of a side that read `from`, in the head or in the body of its first message, read `to`. */
  | {
      readonly kind: "corrupt"
      readonly side: Side
      readonly part: "head" | "body"
      readonly from: RegExp
      readonly to: string
    }

/** A proxy that knows nothing of HTTP, in front of a server on this machine. */
export interface TcpProxy {
  /** Where it listens, on one port for all its life. */
  readonly baseUrl: string
  /** How many connections were accepted so far. */
  readonly connections: () => number
  /** Stops listening and resets every connection, as a process that is killed: from then on connections are refused. */
  readonly stop: Effect.Effect<void>
  /** Listens again, on the same port. Nothing where it does. */
  readonly listen: Effect.Effect<void>
}

/** Starts a proxy for the scope; `treat` says what becomes of the n-th connection, from 1. */
export const tcpProxy = (
  target: string,
  treat: (connection: number) => Treatment = () => ({ kind: "pass" })
): Effect.Effect<TcpProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    let connections = 0
    let port = 0
    let server: Server | undefined

    const accept = (client: Socket) => {
      connections += 1
      const gateway = connect({ port: Number(new URL(target).port), host: "127.0.0.1", allowHalfOpen: true })
      for (const socket of [client, gateway]) {
        socket.setNoDelay(true)
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket))
      }
      join(client, gateway, treat(connections))
    }

    const listen = Effect.async<void>((resume) => {
      if (server !== undefined) return resume(Effect.void)
      server = createServer({ allowHalfOpen: true }, accept)
      server.once("error", (error) => resume(Effect.die(error)))
      server.listen(port, "127.0.0.1", () => {
        const address = server?.address()
        if (typeof address === "object" && address !== null) port = address.port
        resume(Effect.void)
      })
    })

    const stop = Effect.async<void>((resume) => {
      if (server === undefined) return resume(Effect.void)
      server.close(() => resume(Effect.void))
      server = undefined
      for (const socket of sockets) socket.resetAndDestroy()
    })

    yield* Effect.acquireRelease(listen, () => stop)
    return { baseUrl: `http://127.0.0.1:${port}`, connections: () => connections, stop, listen }
  })

/** Carries bytes both ways, and how each side ends to the other, until the connection is cut. */
const join = (client: Socket, gateway: Socket, treatment: Treatment): void => {
  let over = false
  const cut = (how: "close" | "reset") => {
    over = true
    for (const socket of [client, gateway]) {
      if (how === "reset") socket.resetAndDestroy()
      else socket.end()
    }
  }
  const isOver = () => over
  carry(client, gateway, treatmentOf("request", treatment, cut), isOver)
  carry(gateway, client, treatmentOf("reply", treatment, cut), isOver)
}

/** What is done with a piece: what of it goes on, when, and what happens then. */
type Treat = (piece: Buffer) => { readonly out: Buffer; readonly millis?: number; readonly after?: () => void }

const carry = (from: Socket, to: Socket, treat: Treat, isOver: () => boolean): void => {
  let lag = 0
  const later = (what: () => void) => (lag === 0 ? what() : setTimeout(what, lag))
  from.on("data", (piece: Buffer) => {
    if (isOver()) return
    const { after, millis = 0, out } = treat(piece)
    lag = millis
    later(() => {
      if (to.writable && out.length > 0 && !to.write(out)) {
        from.pause()
        to.once("drain", () => from.resume())
      }
      after?.()
    })
  })
  from.on("end", () => (isOver() ? from.destroy() : later(() => to.end())))
  from.on("error", () => to.resetAndDestroy())
  from.on("close", () => later(() => to.destroySoon()))
}

const treatmentOf = (side: Side, treatment: Treatment, cut: (how: "close" | "reset") => void): Treat => {
  if (treatment.kind === "delay") return (out) => ({ out, millis: treatment.millis })
  if (treatment.kind === "pass" || treatment.side !== side) return (out) => ({ out })
  return treatment.kind === "cut" ? cutting(treatment.after, () => cut(treatment.how)) : corrupting(treatment)
}

const cutting = (bytes: number, cut: () => void): Treat => {
  let left = bytes
  return (piece) => {
    const out = piece.subarray(0, left)
    left -= piece.length
    return left <= 0 ? { out, after: cut } : { out }
  }
}

/** Latin-1 has a character for each byte, so that what is not replaced stays as it is. */
const corrupting = ({ from, part, to }: Extract<Treatment, { readonly kind: "corrupt" }>): Treat => {
  let inBody = false
  let done = false
  return (piece) => {
    const text = piece.toString("latin1")
    const end = inBody ? 0 : text.indexOf("\r\n\r\n") + 4
    const [head, body] = !inBody && end === 3 ? [text, ""] : [text.slice(0, end), text.slice(end)]
    inBody = inBody || end > 3
    const subject = part === "head" ? head : body
    if (done || !from.test(subject)) return { out: piece }
    done = true
    const changed = subject.replace(from, to)
    return { out: Buffer.from(part === "head" ? changed + body : head + changed, "latin1") }
  }
}
