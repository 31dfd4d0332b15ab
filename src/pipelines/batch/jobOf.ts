import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import { acceptAs } from "../../schemas/accept.js"
import { encode } from "../../schemas/encode.js"
import { GatewayInvalidRequest } from "../../schemas/GatewayError.js"
import type { Pipeline } from "../Pipeline.js"
import type { Job } from "./Job.js"

/** A function of the user's own; its name, where it has one, is what the batch calls its work. */
export type Work<I, B, E, R> = (input: I) => Effect.Effect<B, E, R>

/** What a batch can be of: a pipeline, a job such as one that is kept, or a function of the user's own. */
export type Batchable<A, I, B, J, E, F, R> = Job<I, B, E, R> | Pipeline<string, A, I, B, J, E, F, R> | Work<I, B, E, R>

/** Whatever a batch can be of, as a job. */
export const jobOf = <A, I, B, J, E, F, R>(given: Batchable<A, I, B, J, E, F, R>): Job<I, B, E, R> => {
  if (typeof given === "function") return ofFunction(given)
  return "work" in given ? given : ofPipeline(given)
}

const ofPipeline = <A, I, B, J, E, F, R>(pipeline: Pipeline<string, A, I, B, J, E, F, R>): Job<I, B, E, R> => ({
  ...written(pipeline),
  work: { _tag: "Plain", run: pipeline.run }
})

/** How the items and outcomes of a pipeline are read and written, by its schemas. */
export const written = <A, I, B, J, E, F, R>({
  calls,
  error,
  input,
  name,
  success
}: Pick<Pipeline<string, A, I, B, J, E, F, R>, "calls" | "error" | "input" | "name" | "success">): Omit<
  Job<I, B, E, R>,
  "work"
> => {
  const read = (json: unknown) => Effect.flatMap(acceptAs(name, input)(json), encode(name, input))
  return { name, accept: read, read, writeResult: encode(name, success), writeError: encode(name, error), calls }
}

/** Without schemas an item is what it is, and outcomes are written as JSON writes them. */
const ofFunction = <I, B, E, R>(run: Work<I, B, E, R>): Job<I, B, E, R> => {
  const name = run.name === "" ? "function" : run.name
  const problem = "cannot be read for a function: make it a pipeline, whose input has a schema"
  return {
    name,
    accept: Effect.succeed,
    read: () => new GatewayInvalidRequest({ operation: name, attempts: 0, issues: [{ path: "", problem }] }),
    writeResult: (result) => Effect.sync(() => Inspectable.toJSON(result)),
    writeError: (error) => Effect.sync(() => Inspectable.toJSON(error)),
    work: { _tag: "Plain", run }
  }
}
