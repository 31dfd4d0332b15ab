import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { GatewayError } from "../../schemas/GatewayError.js"
import type { Reaction } from "../../schemas/reactions.js"
import { failureKind, reactionTo } from "../../schemas/reactions.js"
import { remaining } from "../../steps/Deadline.js"
import type { Retries } from "./RetryPolicy.js"
import { RetryPolicy } from "./RetryPolicy.js"

/** One sending of a request, as the errors of its attempt tell of it. */
export interface Sending {
  /** How many times the request is sent with this one. */
  readonly attempts: number
  /** Whether an attempt before may have been accepted. */
  readonly open?: true | undefined
}

/** One call: how it is attempted, and how its work is asked for where the attempt left open whether it was accepted. */
export interface Call<A> {
  /** Sends the request, once, where it need not be waited for past `latest`. Unit: milliseconds since 1970. */
  readonly attempt: (sending: Sending, latest: number) => Effect.Effect<A, GatewayError>
  /** Whether an earlier run of the same step may have sent it, so that its work is asked for first. */
  readonly wasPerhapsSent: Effect.Effect<boolean>
  /** Waits before the next try. */
  readonly sleep: (duration: Duration.Duration) => Effect.Effect<void>
  /** The reply that it would have had, where the gateway knows the work; asked by `latest`, as above. */
  readonly ask: (latest: number) => Effect.Effect<Option.Option<A>, GatewayError>
}

/** Where a call stands. */
interface Standing {
  readonly attempts: number
  /** Questions count as attempts do, so that a gateway that answers none is not asked for ever. */
  readonly tries: number
  readonly startedAt: number
  /** Whether an attempt left open if the work was accepted. */
  readonly open: boolean
  /** Whether what is repeated a single time was repeated. */
  readonly repeated: boolean
}

/**
 * The one place that tries again: as `reactions` says, as often and as long as the policy, and the deadline, allow. What an
 * earlier run of the step may have sent is asked for first.
 */
export const retried = <A>(
  ofClient: Retries,
  { ask, attempt, sleep, wasPerhapsSent }: Call<A>
): Effect.Effect<A, GatewayError> =>
  Effect.gen(function* () {
    const policy = (yield* RetryPolicy) ?? ofClient
    const startedAt = yield* Clock.currentTimeMillis
    const latest = startedAt + Duration.toMillis(policy.longestTime ?? Duration.infinity)

    /** `before` is what the attempt before it met: the word that stays where this one is not sent for want of time. */
    const send = (standing: Standing, before?: GatewayError): Effect.Effect<A, GatewayError> =>
      Effect.catchAll(attempt(sendingOf(standing), latest), (error) => {
        if (failureKind(error) === "outOfTime") return Effect.fail(before ?? error)
        const own = reactionOf(policy, error)
        // What a gateway says to an id that it knows already may be any refusal: after an open attempt none is a last word.
        const reaction = own === "end" && standing.open ? "ask" : own
        if (reaction === "end" || (reaction === "once" && standing.repeated)) return Effect.fail(error)
        const open = standing.open || reaction === "ask"
        return again(error, error, { ...standing, open, repeated: standing.repeated || reaction === "once" }, reaction)
      })

    /** Waits as `told` asks, and then sends the request again or asks for it. Where there is no more time, `last` ends it. */
    const again = (told: GatewayError, last: GatewayError, standing: Standing, reaction: Reaction) =>
      Effect.flatMap(waitBefore(policy, told, standing), (wait): Effect.Effect<A, GatewayError> => {
        if (Option.isNone(wait)) return Effect.fail(last)
        const next = { ...standing, tries: standing.tries + 1 }
        return Effect.zipRight(sleep(wait.value), reaction === "ask" ? question(next, last) : resend(next, last))
      })

    const resend = (standing: Standing, before: GatewayError) =>
      send({ ...standing, attempts: standing.attempts + 1 }, before)

    const question = (standing: Standing, last: GatewayError): Effect.Effect<A, GatewayError> =>
      Effect.matchEffect(ask(latest), {
        onFailure: (told) => (reactionTo(told) === "end" ? Effect.fail(last) : again(told, last, standing, "ask")),
        onSuccess: Option.match({
          onSome: Effect.succeed<A>,
          // It refused the id and does not show it yet, or it refused the work: more questions tell which.
          onNone: () => (reactionTo(last) === "end" ? again(last, last, standing, "ask") : resend(standing, last))
        })
      })

    const open = yield* wasPerhapsSent
    const first: Standing = { attempts: 1, tries: 1, startedAt, open, repeated: false }
    if (!open) return yield* send(first)
    const unsent = { ...first, attempts: 0 }
    return yield* Effect.matchEffect(ask(latest), {
      onFailure: (told) => (reactionTo(told) === "end" ? Effect.fail(told) : again(told, told, unsent, "ask")),
      onSuccess: Option.match({ onSome: Effect.succeed<A>, onNone: () => send(first) })
    })
  })

const sendingOf = ({ attempts, open }: Standing): Sending => (open ? { attempts, open } : { attempts })

const reactionOf = ({ provesNotAccepted }: Retries, error: GatewayError): Reaction =>
  error.safety === "Order" && provesNotAccepted !== undefined && failureKind(error) !== "withheld"
    ? provesNotAccepted(error)
      ? "again"
      : "end"
    : reactionTo(error)

/** The wait before the next try; none where there is to be no other. */
const waitBefore = (
  { backoff, longestTime, longestWait, retries }: Retries,
  error: GatewayError,
  { startedAt, tries }: Standing
): Effect.Effect<Option.Option<Duration.Duration>> =>
  Effect.gen(function* () {
    const asked = "retryAfter" in error ? (error.retryAfter ?? Duration.zero) : Duration.zero
    if (tries > retries || Duration.greaterThan(asked, longestWait)) return Option.none()
    const elapsed = Duration.millis((yield* Clock.currentTimeMillis) - startedAt)
    const wait = Duration.max(yield* backoff({ number: tries, elapsed, mayEnd: true }), asked)
    const tooLate = longestTime !== undefined && Duration.greaterThan(Duration.sum(elapsed, wait), longestTime)
    const left = yield* remaining
    // An infinite wait, by which a backoff says that there is no next, is as long as any time that is left.
    return tooLate || Duration.greaterThanOrEqualTo(wait, left) ? Option.none() : Option.some(wait)
  })
