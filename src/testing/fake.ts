import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accept } from "../schemas/accept.js"
import type { GatewayError } from "../schemas/GatewayError.js"
import type * as Operation from "../schemas/Operation.js"
import type { Call } from "./Calls.js"
import { Calls } from "./Calls.js"

/** Makes an operation's fake: its request comes in as over HTTP, checked and with its defaults, and is noted. */
export type Noted = <A, I, B, J>(
  operation: Operation.Operation<string, A, I, B, J>,
  call: (request: A) => Call,
  answer: (request: A) => Effect.Effect<B, GatewayError>
) => (request: I) => Effect.Effect<B, GatewayError>

/** The layer of a fake service, made of operations that are noted in `Calls`. */
export const fake = <I, Service>(
  tag: Context.Tag<I, Service>,
  make: (noted: Noted) => Service
): Layer.Layer<I | Calls> =>
  Layer.provideMerge(
    Layer.effect(
      tag,
      Effect.map(Calls, ({ note }) =>
        make(
          (operation, call, answer) => (request) =>
            accept(operation)(request).pipe(
              Effect.tap((accepted) => note(call(accepted))),
              Effect.flatMap(answer)
            )
        )
      )
    ),
    Calls.layer
  )
