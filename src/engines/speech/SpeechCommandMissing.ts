import * as Schema from "effect/Schema"

/** The program that is to recognise speech cannot be run. */
export class SpeechCommandMissing extends Schema.TaggedError<SpeechCommandMissing>()("SpeechCommandMissing", {
  /** The program as it was given. */
  command: Schema.String,
  /** What stands in the way, such as `was not found`; it goes on after the program. */
  problem: Schema.String
}) {
  override get message() {
    return `the speech command ${this.command} ${this.problem}; install it, or name a program by its path or by its name on PATH`
  }
}
