import * as Schema from "effect/Schema"

/** A speech recogniser gave no text. */
export class SpeechNotRecognised extends Schema.TaggedError<SpeechNotRecognised>()("SpeechNotRecognised", {
  /** The program's name, without its folder and its arguments. */
  command: Schema.String,
  /** What happened, such as `exited with 3`; it goes on after the name. */
  problem: Schema.String,
  /** The last line of what the program said on its standard error, short and without control characters. */
  said: Schema.optional(Schema.String)
}) {
  override get message() {
    const said = this.said === undefined ? "" : `: ${this.said}`
    return `speech was not recognised: ${this.command} ${this.problem}${said}`
  }
}
