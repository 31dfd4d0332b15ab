import * as Data from "effect/Data"

/** A thing could not be kept, such as on a full disk, and nothing of it was. Why stands in the log. */
export class NotKept extends Data.TaggedError("NotKept")<{
  /** The name of the shelf. */
  readonly shelf: string
}> {}
