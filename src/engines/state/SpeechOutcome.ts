import * as Schema from "effect/Schema"

const ended = {
  /** Unit: milliseconds since 1970. */
  completedAt: Schema.Number
}

/** The text that was heard in a recording. */
export const SpeechHeard = Schema.Struct({
  ...ended,
  text: Schema.String,
  /** Where the text comes from, in words. */
  source: Schema.String
})
export interface SpeechHeard extends Schema.Schema.Type<typeof SpeechHeard> {}

/** Why no text was heard in a recording, in words. */
export const SpeechNotHeard = Schema.Struct({ ...ended, problem: Schema.String })
export interface SpeechNotHeard extends Schema.Schema.Type<typeof SpeechNotHeard> {}

/** How the recognition of a recording's speech ended. */
export const SpeechOutcome = Schema.Union(SpeechHeard, SpeechNotHeard)
/** How the recognition of a recording's speech ended. */
export type SpeechOutcome = typeof SpeechOutcome.Type
