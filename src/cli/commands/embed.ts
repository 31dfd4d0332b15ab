import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { createEmbeddings, usageOfEmbedding } from "../../schemas/Embedding.js"
import { Embedder } from "../../services/Embedder.js"
import { nothingKept } from "../calls/advice.js"
import { callCommand } from "../calls/callCommand.js"
import { eachOne } from "../calls/eachOne.js"

const shown = 6

/** `model-gateway embed`: a vector for each text. */
export const embed = callCommand({
  name: "embed",
  description: "Turns texts into vectors, in their order.",
  examples: [
    "model-gateway embed --model any 'Where is my parcel?' 'The sea'",
    `printf '{"input":"a"}\\n{"input":"b"}\\n' | model-gateway embed --model any --dimensions 2 --json --input -`
  ],
  request: createEmbeddings.request,
  argument: {
    name: "TEXT",
    description: "Texts, each a request of its own.",
    fills: "input",
    requests: eachOne("input")
  },
  extra: Options.none,
  send: (request) =>
    Effect.map(
      Effect.flatMap(Embedder, ({ embed }) => embed(request)),
      (reply) => ({
        lines: reply.data.map(({ embedding }) => {
          const numbers = embedding.slice(0, shown).map((number) => number.toFixed(4))
          const more = embedding.length > shown ? [`… ${embedding.length} numbers`] : []
          return [...numbers, ...more, `(${usageOfEmbedding(reply).totalTokens} tokens)`].join(" ")
        }),
        values: [reply]
      })
    ),
  inOrder: true,
  interrupted: nothingKept
})
