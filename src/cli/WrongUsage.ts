import * as Data from "effect/Data"

/** What the user asked for cannot be done as it was asked; `message` says in one line what to do. Ends with exit code 2. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}
