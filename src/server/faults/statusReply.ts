import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { statuses } from "../../schemas/statuses.js"
import { errorResponse } from "../failureResponse.js"
import { TraceId } from "../traceId.js"
import type { FaultOf } from "./Fault.js"

/** The answer of a fault with a status. */
export const statusReply = ({ body = "json", retryAfter, retryAfterAs = "seconds", status }: FaultOf<"status">) =>
  Effect.gen(function* () {
    const response =
      body === "json"
        ? errorResponse(status, tagOf(status), `a fault of the plan: ${status}`, yield* TraceId)
        : body === "html"
          ? HttpServerResponse.setStatus(HttpServerResponse.html(pageOf(status)), status)
          : HttpServerResponse.empty({ status, headers: { "content-length": "0" } })
    if (retryAfter === undefined) return response
    const when = retryAfterAs === "seconds" ? `${retryAfter}` : dateOf(yield* Clock.currentTimeMillis, retryAfter)
    return HttpServerResponse.setHeader(response, "retry-after", when)
  })

const tagOf = (status: number): string => Object.entries(statuses).find(([, of]) => of === status)?.[0] ?? "Fault"

const pageOf = (status: number): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>proxy</center>\r\n</body>\r\n</html>\r\n`

/** HTTP dates have whole seconds: rounded up, so that nobody comes too early. */
const dateOf = (now: number, seconds: number): string =>
  new Date((Math.ceil(now / 1_000) + seconds) * 1_000).toUTCString()
