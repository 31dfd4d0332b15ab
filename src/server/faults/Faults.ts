import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import { formatIssues } from "../../schemas/FieldIssue.js"
import type * as Operation from "../../schemas/Operation.js"
import type { Binding } from "../Binding.js"
import type { Journal } from "../requests/Journal.js"
import { RequestFacts, tell } from "../requests/RequestFacts.js"
import { TraceId } from "../traceId.js"
import { CutConnection } from "./CutConnection.js"
import type { Respond } from "./commit.js"
import { commit } from "./commit.js"
import { dealer } from "./dealer.js"
import type { Fault } from "./Fault.js"
import type { FaultPlan } from "./FaultPlan.js"
import { readFaultPlan } from "./FaultPlan.js"
import { makeHiding } from "./hiding.js"
import { journalRoute } from "./journalRoute.js"
import { makeLedger } from "./ledger.js"

/** What a server does wrong on purpose. */
export interface Faults {
  /** Answers a request of an operation, whose fields were read, as the plan has it. */
  readonly around: <R>(
    binding: Binding,
    respond: Respond<R>
  ) => Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    never,
    R | HttpServerRequest.HttpServerRequest | RequestFacts | TraceId
  >
  readonly routes: ReadonlyArray<HttpRouter.Route<never, Journal | RequestFacts | TraceId>>
}

/** None. */
export const noFaults: Faults = { around: (binding, respond) => respond(binding), routes: [] }

/**
 * The faults of a plan, from its beginning, for a server of these operations. A plan that does not fit them, or that cuts
 * connections where nothing says how, is a defect.
 */
export const faultsOf = (
  plan: FaultPlan,
  operations: ReadonlyArray<Operation.Any>,
  apiKey: Redacted.Redacted
): Effect.Effect<Faults> =>
  Effect.gen(function* () {
    const checked = readFaultPlan(plan, operations)
    if (Either.isLeft(checked))
      return yield* Effect.dieMessage(`the fault plan does not fit: ${formatIssues(checked.left)}`)
    const deal = dealer(checked.right)
    const ledger = makeLedger()
    const means = { cut: yield* cutter(checked.right), hiding: makeHiding() }
    const around = <R>(binding: Binding, respond: Respond<R>) =>
      Effect.gen(function* () {
        const { met, request } = yield* deal(binding.operation)
        const call = { ...(yield* caller), operation: binding.operation.name, request, ...named(met?.fault) }
        yield* ledger.came(binding, call, met?.rule)
        const facts = yield* RequestFacts
        const told = (fault: string) => Effect.provideService(tell({ fault }), RequestFacts, facts)
        const seen = means.hiding.look(ledger.watch(binding, call), told("notFoundAtFirst"))
        if (met === undefined) return yield* respond(seen)
        yield* told(met.fault.kind)
        return yield* commit(met.fault, seen, respond, means)
      })
    return { around, routes: [journalRoute(plan.seed, ledger, apiKey)] }
  })

const named = (fault: Fault | undefined) => (fault === undefined ? {} : { fault: fault.kind })

/** What is known of the request by now. */
const caller = Effect.gen(function* () {
  const { id } = yield* Effect.flatMap(RequestFacts, Ref.get)
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const key = headers["idempotency-key"]?.slice(0, longestKey)
  return {
    traceId: yield* TraceId,
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(id === undefined ? {} : { id })
  }
})

/** A longer idempotency key is cut. Unit: UTF-16 code units. */
const longestKey = 200

const cutter = ({ rules }: FaultPlan) =>
  Effect.flatMap(
    Effect.serviceOption(CutConnection),
    Option.match({
      onNone: () =>
        rules.some(({ fault: { kind } }) => kind === "drop" || kind === "resetInBody")
          ? Effect.dieMessage("the fault plan cuts connections: provide CutConnection, which says how")
          : Effect.succeed(() => Effect.void),
      onSome: Effect.succeed<typeof CutConnection.Service>
    })
  )
