import { Array as Arr } from "effect"
import type { FaultedCall, FaultJournal, FaultPlan } from "effect-model-gateway/server"
import { explained, explainedByOutage, lies } from "./explained.js"
import type { Kind } from "./jobs.js"
import { taskId } from "./jobs.js"

/** How a job ended. */
export interface Ended {
  readonly kind: Kind
  readonly name: string
  /** `done`, or the tag of its error. */
  readonly outcome: string
  /** Whether its error tells that the order may have been accepted. */
  readonly open?: boolean
  /** Whether its error is that an attempt took too long. */
  readonly timedOut?: boolean
  /** Unit: milliseconds since 1970. */
  readonly startedAt: number
  /** Unit: milliseconds. */
  readonly took: number
}

/** What a batch of jobs came to. */
export interface Outcome {
  readonly ended: ReadonlyArray<Ended>
  readonly journal: FaultJournal
  /** When nothing listened. Unit: milliseconds since 1970. */
  readonly stopped: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

/** What the client was told to keep to. */
export interface Limits {
  /** How often a request is tried. */
  readonly tries: number
  /** What an attempt may take. Unit: milliseconds. */
  readonly attemptTimeout: number
}

const orders: ReadonlyArray<Kind> = ["chat", "native", "video"]

/** The jobs of reads alone: each request of theirs is sent again after what may pass. */
const reads: ReadonlyArray<Kind> = ["embed", "rerank", "list"]

/** The ends by which the caller knows that its order was accepted: an answer came, whole or not. */
const told = ["done", "ImageNotReturned", "VideoReplyUnreadable", "GatewayInvalidResponse"]

/** The ends of a read that only come when no retry is left. */
const worn = [
  "GatewayRateLimited",
  "GatewayUnavailable",
  "GatewayUnexpectedStatus",
  "GatewayTransportError",
  "GatewayTimeout"
]

/**
 * What is wrong with how the jobs ended, held against what the gateway did; nothing, where the client kept its word. An error
 * wants a fault that the job met, or a listener that stopped meanwhile, to explain it: where nothing went wrong, every job is
 * done. The one exception is an attempt that a busy machine did not answer in time, if the client waited for it as long.
 */
export const verdict = (
  { ended, journal, stopped }: Outcome,
  { rules }: FaultPlan,
  limits: Limits
): ReadonlyArray<string> => {
  const faults = Arr.groupBy(journal.faults, ({ idempotencyKey = "" }) => idempotencyKey)
  const accepted = Arr.groupBy(journal.orders, ({ idempotencyKey = "" }) => idempotencyKey)
  const submitted = new Map(journal.submissions.map((one) => [one.id, one.accepted]))
  const each = (met: ReadonlyArray<FaultedCall>) =>
    met.flatMap(({ operation, rule }) => {
      const fault = rules[rule]?.fault
      return fault === undefined ? [] : [{ fault, operation }]
    })

  return ended.flatMap((job) => {
    const met = each(faults[job.name] ?? [])
    const outages = stopped.filter(({ from, to }) => from <= job.startedAt + job.took && job.startedAt <= to).length
    const slow = Math.floor(job.took / limits.attemptTimeout)
    return [
      ...unexplained(job, met, { outages, slow }, limits),
      ...(orders.includes(job.kind) ? misplaced(job, accepted[job.name]?.length ?? 0) : []),
      ...(job.kind === "transcribe" ? resubmitted(job, submitted.get(taskId(job.name)) ?? 0, met, outages + slow) : [])
    ]
  })
}

type Met = ReadonlyArray<{ readonly fault: FaultPlan["rules"][number]["fault"]; readonly operation: string }>

/** What can go wrong besides faults: how often the listener stopped, and how many attempts could have run out of time. */
interface Besides {
  readonly outages: number
  readonly slow: number
}

const unexplained = (
  { kind, name, outcome, timedOut = false }: Ended,
  met: Met,
  { outages, slow }: Besides,
  { tries }: Limits
) => {
  if (outcome === "done" || (timedOut && slow > 0)) return []
  const right = met.flatMap(({ fault, operation }) => explained(fault, operation))
  if (outages > 0) right.push(...explainedByOutage(orders.includes(kind)))
  if (!right.includes(outcome)) return [`${name} ended with ${outcome}, which nothing that it met explains`]
  const early = reads.includes(kind) && worn.includes(outcome) && outages === 0 && met.length + slow < tries
  return early ? [`${name} ended with ${outcome} after ${met.length} faults, and has ${tries} tries`] : []
}

const misplaced = ({ name, open = false, outcome }: Ended, times: number) => [
  ...(times > 1 ? [`${name} was accepted ${times} times`] : []),
  ...(told.includes(outcome) && times === 0 ? [`${name} was told ${outcome}, and never accepted`] : []),
  ...(times > 0 && !told.includes(outcome) && !open ? [`${name} was accepted, and its caller told ${outcome}`] : [])
]

/**
 * A task is submitted again only when the gateway said that it does not know it: by a fault, or because the submission was still
 * under way when its connection was cut, or its time was up.
 */
const resubmitted = ({ name, outcome }: Ended, times: number, met: Met, cut: number) => {
  const most = 1 + cut + met.reduce((sum, { fault, operation }) => sum + lies(fault, operation), 0)
  return [
    ...(times > most ? [`${name} was submitted ${times} times, and ${most} are the most that its faults explain`] : []),
    ...(outcome === "done" && times === 0 ? [`${name} is done, and was never accepted`] : [])
  ]
}
