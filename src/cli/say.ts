import * as Effect from "effect/Effect"

/** Says something to the person at the terminal: on standard error, as standard output is for results. */
export const say = (text: string): Effect.Effect<void> => Effect.sync(() => console.error(text))
