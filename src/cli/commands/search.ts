import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type { SearchHit } from "../../pipelines/search/RecordingSearch.js"
import { RecordingSearch, RecordingSearchResult } from "../../pipelines/search/RecordingSearch.js"
import { searchRecordings } from "../../pipelines/search/searchRecordings.js"
import { callCommand } from "../calls/callCommand.js"
import { columns } from "../calls/columns.js"

const extra = Options.all({
  run: Options.text("run").pipe(
    Options.withPseudoName("name"),
    Options.withDescription(
      "Stands in the ids of the transcription tasks, NAME/FILE; the same name again finds the tasks of an earlier run. " +
        "By default a random one."
    ),
    Options.optional
  )
})

/** `model-gateway search`: what recordings say about a query. */
export const search = callCommand({
  name: "search",
  description:
    "Finds what recordings say about a query: transcribes them, and prints the best passages with relevance, similarity, " +
    "recording and place.",
  examples: [
    "model-gateway search --query 'When does the export job start?' --embedding-model any --rerank-model any $RECORDINGS/standup.flac"
  ],
  request: RecordingSearch,
  argument: {
    name: "URL",
    description: "Where the gateway can download the recordings.",
    fills: "recordings",
    requests: (urls, { run }) =>
      Effect.map(Option.match(run, { onNone: () => randomName, onSome: Effect.succeed }), (run) => [
        urls.length === 0 ? {} : { recordings: urls.map(recordingOf(run, urls)) }
      ])
  },
  extra,
  send: (request) =>
    Effect.gen(function* () {
      const result = yield* searchRecordings(request)
      return {
        lines: columns(result.hits.map(cellsOf)),
        values: [yield* Schema.encode(RecordingSearchResult)(result)],
        failures: result.failures.map(({ message }) => message)
      }
    }),
  inOrder: false,
  interrupted: (searches) => {
    const tasks = searches.flatMap(({ recordings }) => recordings.map(({ id, taskId = id }) => taskId))
    const run = /^(.*)\//.exec(tasks[0] ?? "")?.[1]
    return `Tasks that were submitted go on at the gateway; ${run === undefined ? "the same command" : `the same command with --run ${run}`} finds them: ${tasks.join(", ")}`
  }
})

const randomName = Effect.map(Random.nextIntBetween(0, 2 ** 40), (number) => `search-${number.toString(36)}`)

/** A recording is named by its file where that tells it from the others, else by its URL. */
const recordingOf = (run: string, urls: ReadonlyArray<string>) => (url: string) => {
  const id = urls.filter((other) => fileOf(other) === fileOf(url)).length === 1 ? fileOf(url) : url
  return { id, taskId: `${run}/${id}`, audio: { uri: url } }
}

const fileOf = (url: string): string => /([^/?#]+)(?:[?#].*)?$/.exec(url)?.[1] ?? url

const cellsOf = ({ passage: { end, start, text }, recordingId, relevance, similarity }: SearchHit) => [
  relevance?.toFixed(3) ?? "",
  similarity.toFixed(3),
  recordingId,
  `${start}-${end}`,
  text
]
