import * as Layer from "effect/Layer"
import type { CannotStart, EmbeddedGatewayOptions } from "../embedded/EmbeddedGateway.js"
import { EmbeddedGateway } from "../embedded/EmbeddedGateway.js"
import type * as Gateway from "../services/Gateway.js"
import type { GatewayClient } from "../services/GatewayClient.js"

export { httpApp, layer } from "../server/GatewayServer.js"

/**
 * A running gateway for a test, and all services as its clients over HTTP: an embedded gateway on a free loopback port
 * with a random key, both of which `EmbeddedGateway` tells. It stops with the layer's scope.
 *
 * Under `TestClock` the HTTP is real and the time is not. Calls need none; a wait for a transcription goes on as the clock
 * is adjusted, in small steps, for each look is a real request, and timeouts are of the same clock.
 *
 * @example
 * yield* transcriber.submit(request)
 * const wait = yield* Effect.fork(transcriber.await(request.id))
 * yield* Effect.repeat(TestClock.adjust("1 second"), { until: () => Effect.map(Fiber.poll(wait), Option.isSome) })
 * const { text } = yield* Fiber.join(wait)
 */
export const layerTest = (
  options: EmbeddedGatewayOptions = {}
): Layer.Layer<Gateway.Services | GatewayClient | EmbeddedGateway, CannotStart> =>
  Layer.provideMerge(EmbeddedGateway.services, EmbeddedGateway.layer(options))
