import type { Server, ServerResponse } from "node:http"
import type { ErrorBody } from "../../schemas/ErrorBody.js"

const body: ErrorBody = {
  error: { type: "GatewayUnavailable", message: "the gateway is starting; come again in a second" },
  traceId: ""
}

/**
 * A server listens before there is anything that answers, and what comes meanwhile would wait without end: nothing of it is
 * accepted, and it is told so. To be called once all have subscribed to requests who do not answer them.
 */
export const refuseUntilServed = (server: Server): void => {
  const refuse = (_: unknown, response: ServerResponse) =>
    response.writeHead(503, { "content-type": "application/json", "retry-after": "1" }).end(JSON.stringify(body))
  server.on("request", refuse)
  const served = (event: string) => {
    if (event !== "request") return
    server.off("newListener", served)
    server.off("request", refuse)
  }
  server.on("newListener", served)
}
