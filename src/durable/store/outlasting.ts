import type * as Runners from "@effect/cluster/Runners"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/**
 * A runner that stops interrupts those who wait for what it carries out. They are to wait on, for it goes on elsewhere: asked
 * again, what is stored already is waited for in the store.
 */
export const outlasting = (runners: typeof Runners.Runners.Service): typeof Runners.Runners.Service => ({
  ...runners,
  notify: (told) =>
    Effect.sandbox(runners.notify(told)).pipe(
      // Not for ever: what is closed on this side interrupts too.
      Effect.retry({ while: Cause.isInterruptedOnly, schedule: Schedule.spaced("500 millis"), times: 20 }),
      Effect.unsandbox
    )
})
