import type { Server } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { ConnectionLimits } from "./connections/limitedServer.js"
import { limitedServer } from "./connections/limitedServer.js"
import { refuseUntilServed } from "./connections/refuseUntilServed.js"
import { repliesSent } from "./connections/repliesSent.js"

/** Where a server listens, how much patience it has with connections, and how it closes. */
export interface ListenOptions extends ConnectionLimits {
  /** Default: `127.0.0.1`, which only this machine reaches. */
  readonly host?: string | undefined
  /** Default: 0, a free port. */
  readonly port?: number | undefined
  /** How long replies that are being read may go on once the layer's scope closes; at least a second. Default: 0. */
  readonly drainTimeout?: Duration.DurationInput | undefined
}

/** The embedded gateway cannot listen where it was told to, such as on a port in use. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  host: Schema.String,
  port: Schema.Int,
  reason: Schema.String
}) {
  override get message() {
    return `the embedded gateway cannot listen on ${this.host}:${this.port} (${this.reason}); ${adviceOn(this.reason)}`
  }
}

const adviceOn = (reason: string): string => {
  if (/EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN/.test(reason)) return "name an address of this machine, such as 127.0.0.1"
  return /EACCES/.test(reason) ? "choose a port from 1024" : "choose another port, or 0 for a free one"
}

/** A Node HTTP server that listens, and closes with the layer. */
export const listen = (options: ListenOptions) => {
  const { host = "127.0.0.1", port = 0 } = options
  return Layer.unwrapEffect(
    Effect.sync(() => {
      const server = limitedServer(options)
      const end = orderlyEnd(server, options)
      refuseUntilServed(server)
      return Layer.provideMerge(
        end,
        NodeHttpServer.layer(() => server, { host, port })
      )
    })
  ).pipe(Layer.catchAll(({ cause }) => Layer.fail(new CannotListen({ host, port, reason: String(cause) }))))
}

/**
 * What comes before a server's end: Node would cut the replies that are written and not yet read, and wait without end for
 * connections that hang. So replies are waited for, and a second later what is still connected is hung up on.
 */
const orderlyEnd = (server: Server, { drainTimeout = 0 }: ListenOptions) => {
  const sent = repliesSent(server)
  const patience = Duration.max(drainTimeout, "1 second")
  const closed = Effect.async<void>((resume) => {
    server.once("close", () => resume(Effect.void))
  })
  const hangUp = Effect.zipRight(
    Effect.sleep("1 second"),
    Effect.sync(() => server.closeAllConnections())
  )
  return Layer.scopedDiscard(
    Effect.addFinalizer(() =>
      Effect.timeoutOption(Effect.interruptible(sent), patience).pipe(
        Effect.zipRight(Effect.forkDaemon(Effect.interruptible(Effect.raceFirst(hangUp, closed)))),
        Effect.withClock(Clock.make())
      )
    )
  )
}
