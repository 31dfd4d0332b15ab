import type { Socket } from "node:net"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CutConnection } from "../../server/faults/CutConnection.js"

/** How Node cuts the connection of a request. */
export const cutConnection: Layer.Layer<CutConnection> = Layer.succeed(CutConnection, (request, how) => {
  const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
  return how === "close"
    ? Effect.andThen(written(socket), () => socket.destroy())
    : Effect.zipRight(written(socket), read).pipe(Effect.andThen(() => socket.resetAndDestroy()))
})

/** Ends when all that was written before has been handed to the system. */
const written = (socket: Socket) =>
  Effect.async<void>((resume) => {
    socket.write("", () => resume(Effect.void))
  })

/**
 * Time for the caller to read what came: a reset that is seen together with the last bytes looks to Node's own sockets like
 * an ordinary end. Two waits, for one may be over late, and before anybody had a turn.
 */
const read = Effect.repeatN(Effect.sleep("10 millis"), 1).pipe(Effect.withClock(Clock.make()))
