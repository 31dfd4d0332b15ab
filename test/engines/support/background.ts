import { assert } from "@effect/vitest"
import { Deferred, Effect, Exit, Layer, Scope } from "effect"
import { Transcriber } from "effect-model-gateway"
import type { EngineState, SpeechNotRecognised } from "effect-model-gateway/engines"
import { by, listening } from "./speech.js"
import { submit } from "./transcription.js"

/** A recogniser that ends each recording when it is told to, and what it was given so far. */
export const byHand = Effect.gen(function* () {
  const texts = yield* Effect.replicateEffect(Deferred.make<string, SpeechNotRecognised>(), 5)
  const given: Array<string> = []
  const recogniser = by((extension) =>
    Effect.suspend(() => {
      const at = given.push(extension) - 1
      return texts[at] === undefined ? Effect.never : Deferred.await(texts[at])
    })
  )
  const end = (at: number, exit: Exit.Exit<string, SpeechNotRecognised>) =>
    Effect.zipRight(Deferred.done(texts[at] ?? assert.fail("no such recording"), exit), settle)
  return { recogniser, given, end }
})

/** What is in the background has come to its next wait. */
export const settle = Effect.gen(function* () {
  for (let turn = 0; turn < 20; turn++) yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
})

/** The status of a task by its id. */
export const statusOf = (id: string) =>
  Effect.map(
    Effect.flatMap(Transcriber, ({ result }) => result(id)),
    (it) => it.status
  )

/** An engine on a state took a recording on, listened to it, and stopped. */
export const begun = (state: typeof EngineState.Service, uri: string) =>
  Effect.gen(function* () {
    const { given, recogniser } = yield* byHand
    const scope = yield* Scope.make()
    const services = yield* Layer.buildWithScope(listening(recogniser, { state }), scope)
    yield* Effect.provide(Effect.zipRight(submit(uri), settle), services)
    assert.lengthOf(given, 1)
    yield* Scope.close(scope, Exit.void)
  })
