import * as Data from "effect/Data"

/** Some of the requests failed; what of it there is to say is said. Ends with exit code 1. */
export class SomeFailed extends Data.TaggedError("SomeFailed") {}
