import type { Server } from "node:http"
import { createServer } from "node:http"
import * as Duration from "effect/Duration"

/** How much a server takes from connections, and how long it waits for them. */
export interface ConnectionLimits {
  /** The largest header of a request; a larger one is refused with 431. Unit: bytes. Default: 16 KiB. */
  readonly maxHeaderBytes?: number | undefined
  /** The longest that the header of a request may take to come; then 408. Default: 10 seconds. */
  readonly headerTimeout?: Duration.DurationInput | undefined
  /** The longest that a whole request may take to come; then 408. Default: 1 minute. */
  readonly requestTimeout?: Duration.DurationInput | undefined
  /** The longest that a caller may read nothing of a reply; then its connection is closed. Default: 1 minute. */
  readonly replyTimeout?: Duration.DurationInput | undefined
  /** The most connections at once; one more is closed unanswered. Default: 1,024. */
  readonly maxConnections?: number | undefined
}

/** A Node HTTP server with these limits. */
export const limitedServer = ({
  headerTimeout = "10 seconds",
  maxConnections = 1_024,
  maxHeaderBytes = 16 * 1024,
  replyTimeout = "1 minute",
  requestTimeout = "1 minute"
}: ConnectionLimits): Server => {
  const wholeRequest = millis(requestTimeout)
  const header = millis(Duration.min(headerTimeout, requestTimeout))
  const server = createServer({
    headersTimeout: header,
    requestTimeout: wholeRequest,
    // Node looks for requests that are late only so often.
    connectionsCheckingInterval: Math.min(1_000, header || 1_000),
    maxHeaderSize: maxHeaderBytes
  })
  server.maxConnections = maxConnections
  closeUnread(server, millis(replyTimeout))
  withoutUpgrades(server)
  return server
}

/** Node takes whole milliseconds, and 0 for no limit. */
const millis = (duration: Duration.DurationInput): number =>
  Duration.isFinite(Duration.decode(duration)) ? Math.ceil(Duration.toMillis(duration)) : 0

/** From when a reply is written whole, it is the caller that is waited for. */
const closeUnread = (server: Server, patience: number) =>
  server.on("request", (_, response) =>
    response.once("prefinish", () => response.setTimeout(patience, () => response.destroy()))
  )

/**
 * A request that wishes to upgrade is answered as if it did not, which is what clients expect that ask for HTTP/2 in passing.
 * As soon as somebody listens for upgrades, Node hands such requests over without body, and their sockets without a guard.
 */
const withoutUpgrades = (server: Server) =>
  server.on("newListener", (event: string, listener: () => void) => {
    if (event === "upgrade") queueMicrotask(() => server.off(event, listener))
  })
