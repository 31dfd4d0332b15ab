import type { Retries } from "../../services/client/RetryPolicy.js"
import { growing } from "../../steps/PollPolicy.js"

/**
 * How a batch sends again what may be sent again: nobody waits for a single item over night, and a gateway that is away for a
 * minute should fail none. Waits grow to half a minute, and add up to some 80 seconds on average.
 */
export const patience: Retries = {
  retries: 10,
  backoff: growing({ from: "500 millis", to: "30 seconds", factor: 2, jitter: 1 }),
  longestWait: "10 minutes"
}
