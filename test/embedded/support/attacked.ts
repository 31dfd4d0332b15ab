import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { EmbeddedGatewayOptions } from "effect-model-gateway/embedded"
import { path, right, started } from "./gateway.js"

/** An embedded gateway. Once the test has done its worst, the next ordinary request must still be answered. */
export const attacked = (options?: EmbeddedGatewayOptions) =>
  Effect.tap(started(options), (gateway) =>
    Effect.addFinalizer(() =>
      Effect.map(gateway.send({ path, body: right }), ({ status }) => assert.strictEqual(status, 200))
    )
  )
