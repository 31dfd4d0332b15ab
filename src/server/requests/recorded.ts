import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HashSet from "effect/HashSet"
import * as Ref from "effect/Ref"
import { serverStatuses } from "../../schemas/statuses.js"
import { brief } from "../brief.js"
import { TraceId } from "../traceId.js"
import type { JournalEntry } from "./Journal.js"
import { Journal } from "./Journal.js"
import { countAnswer } from "./metrics.js"
import type { Found } from "./RequestFacts.js"
import { RequestFacts } from "./RequestFacts.js"

/** Answers a request, and then writes what became of it: into the journal, the metrics and, where asked for, the log. */
export const recorded =
  (logs: boolean) =>
  <E, R>(
    respond: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ): Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    E,
    Exclude<R, RequestFacts> | HttpServerRequest.HttpServerRequest | TraceId | Journal
  > =>
    Effect.gen(function* () {
      const journal = yield* Journal
      const facts = yield* Ref.make<Found>({})
      const at = yield* Clock.currentTimeMillis
      const seen = { at, ...(yield* target), traceId: yield* TraceId }
      const end = (exit: Exit.Exit<HttpServerResponse.HttpServerResponse, E>) =>
        Effect.gen(function* () {
          const millis = (yield* Clock.currentTimeMillis) - at
          const { cut = false, look = false, ...found } = yield* Ref.get(facts)
          const entry = { ...seen, ...found, status: cut ? connectionCut : statusOf(exit), millis }
          yield* countAnswer(entry)
          if (look) return
          yield* journal.write(entry)
          if (logs) yield* logged(entry)
        })
      return yield* respond.pipe(Effect.provideService(RequestFacts, facts), Effect.onExit(end))
    })

/** Scheme, user, password and host, with which a request target may begin. */
const authority = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

/** Method and path of the request, without the query and the credentials of an absolute target: they may hold secrets. */
export const target = Effect.map(HttpServerRequest.HttpServerRequest, ({ method, url }) => ({
  method,
  path: brief(url.replace(authority, "").split(/[?#]/)[0] ?? "")
}))

/** Whether a request ended because its caller closed the connection. */
export const isCallerGone = (cause: Cause.Cause<unknown>): boolean =>
  HashSet.has(Cause.interruptors(cause), HttpServerError.clientAbortFiberId)

const statusOf = Exit.match({
  onSuccess: ({ status }: HttpServerResponse.HttpServerResponse) => status,
  onFailure: (cause: Cause.Cause<unknown>) => (isCallerGone(cause) ? callerGone : serverStatuses.defect)
})

/** Never sent: it stands in records for a caller that closed the connection before the answer. */
const callerGone = 499

/** Never sent either: the gateway closed the connection itself, without an answer. */
const connectionCut = 444

const logged = ({ at: _, ...entry }: JournalEntry): Effect.Effect<void> =>
  Effect.logInfo(`${entry.method} ${entry.path} ${entry.status}`).pipe(Effect.annotateLogs(entry))
