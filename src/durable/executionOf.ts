import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Pipeline } from "../pipelines/Pipeline.js"
import { Run } from "../steps/Run.js"
import { StepRunner } from "../steps/StepRunner.js"
import { rootPlace, StepScope } from "../steps/StepScope.js"
import { keepable } from "./kept.js"
import { notByItself } from "./notByItself.js"
import { noting } from "./noting.js"
import { RunNotes } from "./RunNotes.js"
import { stepRunner } from "./stepRunner.js"

/** What an execution was started for. */
export interface ExecutionPayload<A> {
  readonly run: string
  readonly item: string
  readonly input: A
}

/** Carries an execution of a pipeline out: its steps are kept, its calls noted, its outcome proved to be one that can be kept. */
export const executionOf = <Name extends string, A, I, B, J, E, F, R>({
  error,
  input,
  name,
  run,
  success
}: Pipeline<Name, A, I, B, J, E, F, R>) => {
  const encode = Schema.encodeSync(input)
  const able = keepable(name)
  return (payload: ExecutionPayload<A>, executionId: string) =>
    Effect.gen(function* () {
      return yield* run(encode(payload.input)).pipe(
        Effect.provideService(StepRunner, yield* stepRunner),
        Effect.provideService(StepScope, rootPlace()),
        Effect.provideService(Run, { id: executionId }),
        noting(yield* RunNotes, { ...payload, pipeline: name, execution: executionId }),
        Effect.tapBoth({ onFailure: (failure) => able(error, failure), onSuccess: (value) => able(success, value) }),
        Effect.mapBoth({ onFailure: (failure) => [failure] as const, onSuccess: (value) => [value] as const }),
        notByItself(name)
      )
    })
}
