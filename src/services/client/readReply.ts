import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { FieldIssue } from "../../schemas/FieldIssue.js"
import { fieldIssues } from "../../schemas/FieldIssue.js"
import type { GatewayError } from "../../schemas/GatewayError.js"
import { GatewayInvalidResponse, GatewayRejected } from "../../schemas/GatewayError.js"
import type * as Operation from "../../schemas/Operation.js"
import { leavesOrderOpen } from "../../schemas/reactions.js"
import type { Endpoint } from "./ClientOptions.js"
import type { Reply } from "./exchange.js"
import { answered } from "./lastCall.js"
import { redact, redactPayload } from "./redact.js"
import type { Sending } from "./retried.js"
import { statusError, traceIdOf } from "./statusError.js"

/** Reads a whole reply in three steps, each with errors of its own: first the status, then the envelope, then the schema. */
export const readReply = <A, I, B, J>(
  operation: Operation.Operation<string, A, I, B, J>,
  endpoint: Endpoint,
  sending: Sending,
  reply: Reply
): Effect.Effect<B, GatewayError> =>
  Effect.gen(function* () {
    const about = { operation: operation.name, safety: operation.safety._tag, ...sending }
    const parsed = parseJson(reply.text)
    if (!operation.successStatuses.includes(reply.status)) {
      const failed = (about: Parameters<typeof statusError>[0]) => statusError(about, endpoint, reply, parsed)
      const error = yield* failed(about)
      const open = operation.safety._tag === "Order" && leavesOrderOpen(error)
      return yield* open ? Effect.flip(failed({ ...about, open })) : error
    }

    const show = redact(endpoint.apiKey)
    const trace = { ...about, traceId: traceIdOf(endpoint, reply, parsed) }
    const misfit = (issues: ReadonlyArray<FieldIssue>) =>
      new GatewayInvalidResponse({ ...trace, issues, excerpt: show(reply.text) })
    yield* answered(trace)
    const empty = reply.text.trim() === ""
    if (Option.isNone(parsed) && !empty) return yield* misfit([{ path: "", problem: "must be JSON, and is not whole" }])

    const body = Option.getOrNull(parsed)
    const rejection = operation.envelope?.rejection(body) ?? Option.none()
    if (Option.isSome(rejection)) {
      const { code, data, msg } = rejection.value
      const payload = redactPayload(endpoint.apiKey)(data)
      return yield* new GatewayRejected({ ...trace, code: show(code), msg: msg && show(msg), data: payload })
    }
    return yield* Effect.mapError(ParseResult.decodeUnknown(operation.response)(body), (issue) =>
      misfit(empty ? [{ path: "", problem: "is empty" }] : fieldIssues(ParseResult.parseError(issue), show))
    )
  })

const parseJson = Schema.decodeUnknownOption(Schema.parseJson())
