/** Settings of the engine that are the same in every store. */
export const settings = {
  /** How long a shutdown waits for the steps under way. Unit: milliseconds. */
  entityTerminationTimeout: 2000,
  /** An execution whose pipeline this process does not have waits for one that has it; by default it would fail. */
  entityRegistrationTimeout: "36500 days",
  /** What has ended leaves the memory soon. Unit: milliseconds. */
  entityMaxIdleTime: 2000,
  simulateRemoteSerialization: false
} as const
