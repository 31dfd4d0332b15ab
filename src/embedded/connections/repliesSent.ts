import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import * as Effect from "effect/Effect"

/** Watches a server; the effect ends once each reply that is begun when it is run is sent, or its caller gone. */
export const repliesSent = (server: Server): Effect.Effect<void> => {
  const replies = new Map<Socket, ServerResponse>()
  server.on("connection", (socket: Socket) => socket.once("close", () => replies.delete(socket)))
  server.on("request", (request, response) => replies.set(request.socket, response))
  const begun = Effect.suspend(() =>
    Effect.forEach(
      [...replies].filter(([, reply]) => reply.headersSent && !reply.writableFinished),
      ended,
      { concurrency: "unbounded", discard: true }
    )
  )
  // Answers that were just given are still to be begun.
  return Effect.zipRight(Effect.sleep("10 millis"), begun)
}

const ended = ([socket, reply]: readonly [Socket, ServerResponse]) =>
  Effect.async<void>((resume) => {
    const end = () => resume(Effect.void)
    socket.once("close", end)
    reply.once("close", end)
  })
