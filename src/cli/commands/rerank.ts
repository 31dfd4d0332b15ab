import * as Options from "@effect/cli/Options"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { boundedLines } from "../../pipelines/input/boundedLines.js"
import { rerankDocuments } from "../../schemas/Rerank.js"
import { Reranker } from "../../services/Reranker.js"
import { nothingKept } from "../calls/advice.js"
import { callCommand } from "../calls/callCommand.js"
import { columns } from "../calls/columns.js"
import { readInput } from "../calls/readInput.js"
import { WrongUsage } from "../WrongUsage.js"

/** `model-gateway rerank`: documents in the order of their relevance. */
export const rerank = callCommand({
  name: "rerank",
  description: "Orders documents by their relevance to a query, the most relevant first.",
  examples: [
    "printf 'A parcel from Rome\\nThe sea\\n' | model-gateway rerank --model any --query parcel -",
    `echo '{"query":"parcel","documents":["A parcel","The sea"]}' | model-gateway rerank --model any --json --input -`
  ],
  request: rerankDocuments.request,
  argument: {
    name: "FILE",
    description: "The documents, one a line; - for standard input.",
    fills: "documents",
    requests: ([file, ...others]) => {
      if (file === undefined) return Effect.succeed([{}])
      return others.length > 0
        ? new WrongUsage({ message: "FILE must be one file with all documents" })
        : Effect.map(documentsIn(file), (documents) => [{ documents }])
    }
  },
  extra: Options.none,
  send: (request) =>
    Effect.map(
      Effect.flatMap(Reranker, ({ rerank }) => rerank(request)),
      (ranking) => ({
        lines: columns(ranking.results.map(({ document, relevance_score }) => [relevance_score.toFixed(3), document])),
        values: [ranking]
      })
    ),
  inOrder: true,
  interrupted: nothingKept
})

const documentsIn = (file: string) =>
  Stream.runCollect(boundedLines()(readInput("FILE", file))).pipe(
    Effect.map(Chunk.toReadonlyArray),
    Effect.flatMap((lines) =>
      Effect.forEach(lines, ({ number, text }) =>
        text === undefined
          ? new WrongUsage({ message: `FILE ${file}, line ${number}: is longer than 16 MiB` })
          : Effect.succeed(text.trimEnd())
      )
    )
  )
