import * as Data from "effect/Data"

/** Why no text was got from a recording. `problem` goes on after the name of the field that holds its URL. */
export class RecordingUnreadable extends Data.TaggedError("RecordingUnreadable")<{ readonly problem: string }> {}
