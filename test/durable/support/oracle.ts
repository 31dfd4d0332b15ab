import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { EmbeddedGateway } from "effect-model-gateway/embedded"
import type { FaultRule } from "effect-model-gateway/server"
import { FaultJournal } from "effect-model-gateway/server"
import { recording } from "../../engines/support/audio.js"
import { serveFiles } from "../../engines/support/fileServer.js"

/** A gateway for the workers, whose journal tells what it accepted, and a recording that it can fetch. */
export const oracle = (rules: ReadonlyArray<FaultRule> = []) =>
  Effect.gen(function* () {
    const layer = EmbeddedGateway.layer({ faults: { seed: 1, rules }, speed: 1_000 })
    const { apiKey, baseUrl } = Context.get(yield* Layer.build(layer), EmbeddedGateway)
    const files = yield* serveFiles({ "/standup.flac": recording("standup.flac") })
    const journal = Effect.promise(async () => {
      const headers = { authorization: `Bearer ${Redacted.value(apiKey)}` }
      const reply = await fetch(`${baseUrl}/faults/journal`, { headers })
      return Schema.decodeUnknownSync(FaultJournal)(await reply.json())
    })
    return {
      baseUrl,
      apiKey: Redacted.value(apiKey),
      uri: `${files.baseUrl}/standup.flac`,
      /** How many orders of a worker of this name were accepted. */
      ordersOf: (name: string) =>
        Effect.map(journal, ({ orders }) => orders.filter((it) => it.idempotencyKey === name).length),
      /** How many requests met a fault. */
      faults: Effect.map(journal, ({ faults }) => faults.length),
      /** How often each of the submissions came in whose id begins so. */
      submissionsOf: (id: string) =>
        Effect.map(journal, ({ submissions }) =>
          submissions.filter((it) => it.id.startsWith(`${id}-`)).map(({ sent }) => sent)
        )
    }
  })
