import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { GatewayRejected } from "../../schemas/GatewayError.js"
import type { Binding } from "../Binding.js"
import { tell } from "../requests/RequestFacts.js"
import type { CutConnection } from "./CutConnection.js"
import { changingPage } from "./changingPage.js"
import { distortReply } from "./distortReply.js"
import type { Fault, FaultOf } from "./Fault.js"
import type { Hiding } from "./hiding.js"
import { cutBody, endlessBody, resetInBody, slowBody } from "./spoilBody.js"
import { statusReply } from "./statusReply.js"

/** Answers a request by what a binding says. */
export type Respond<R> = (binding: Binding) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

/** What faults need besides the request. */
export interface Means {
  readonly cut: typeof CutConnection.Service
  readonly hiding: Hiding
}

/** Answers a request as a fault has it. */
export const commit = <R>(fault: Fault, binding: Binding, respond: Respond<R>, { cut, hiding }: Means) => {
  const right = respond(binding)
  const work = "accepts" in fault && fault.accepts === true ? Effect.asVoid(right) : Effect.void
  switch (fault.kind) {
    case "status":
      return Effect.zipRight(work, statusReply(fault))
    case "refusal":
      return respond(refusing(binding, fault))
    case "drop":
      return Effect.zipRight(work, unanswered(cut, fault.reset === true ? "reset" : "close"))
    case "hang":
      return Effect.zipRight(work, Effect.never)
    case "resetInBody":
      return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.map(right, resetInBody(Effect.zipRight(cut(request, "reset"), Effect.never)))
      )
    case "cutJson":
      return Effect.map(right, cutBody)
    case "slowBody":
      return Effect.map(right, slowBody(fault.millis))
    case "endlessBody":
      return Effect.map(right, endlessBody)
    case "notFoundAtFirst":
      return respond(hiding.hide(binding, fault))
    case "changingPage":
      return respond(changingPage(binding, fault.change ?? "added"))
    default:
      return Effect.map(right, distortReply(fault))
  }
}

const refusing = (
  { operation, reply }: Binding,
  { accepts = false, code = "500", msg = "refused" }: FaultOf<"refusal">
): Binding => ({
  operation,
  reply: (fields, traceId) =>
    Effect.zipRight(
      accepts ? reply(fields, traceId) : Effect.void,
      new GatewayRejected({ operation: operation.name, attempts: 1, code, msg, data: null })
    )
})

/** The cut connection ends the request by itself. */
const unanswered = (cut: typeof CutConnection.Service, how: "close" | "reset") =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.zipRight(tell({ cut: true }), Effect.zipRight(cut(request, how), Effect.never))
  )
