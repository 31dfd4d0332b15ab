import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { strict } from "../../schemas/strict.js"
import { TranscriptionError } from "../../schemas/TranscriptionError.js"
import { FileNotSaved } from "../FileNotSaved.js"
import type { Pipeline } from "../Pipeline.js"
import { pipeline } from "../Pipeline.js"
import { StepFailed } from "../StepFailed.js"
import { embed } from "./embed.js"
import { generateImageAssets } from "./generateImageAssets.js"
import { image } from "./image.js"
import { rerank } from "./rerank.js"
import { searchRecordings } from "./searchRecordings.js"
import { transcribe } from "./transcribe.js"
import { video } from "./video.js"

/** An item that says which pipeline it is for, and what it came to. */
const branch = <const Name extends string, A, I, B, J, E, F, R>({
  input,
  name,
  success
}: Pipeline<Name, A, I, B, J, E, F, R>) => ({
  input: Schema.Struct({
    /** The item's key in its batch. */
    id: Schema.optional(Schema.NonEmptyString),
    pipeline: Schema.Literal(name),
    input
  }),
  success: Schema.Struct({ pipeline: Schema.Literal(name), result: success })
})

const branches = {
  transcribe: branch(transcribe),
  embed: branch(embed),
  rerank: branch(rerank),
  image: branch(image),
  video: branch(video),
  searchRecordings: branch(searchRecordings),
  generateImageAssets: branch(generateImageAssets)
}

/** An item of any pipeline, which it names. */
export const MixedItem = strict(
  Schema.Union(
    branches.transcribe.input,
    branches.embed.input,
    branches.rerank.input,
    branches.image.input,
    branches.video.input,
    branches.searchRecordings.input,
    branches.generateImageAssets.input
  )
).annotations({ identifier: "MixedItem" })
/** An item of any pipeline, which it names. */
export type MixedItem = typeof MixedItem.Type

/** What an item of any pipeline came to. */
export const MixedResult = Schema.Union(
  branches.transcribe.success,
  branches.embed.success,
  branches.rerank.success,
  branches.image.success,
  branches.video.success,
  branches.searchRecordings.success,
  branches.generateImageAssets.success
).annotations({ identifier: "MixedResult" })
/** What an item of any pipeline came to. */
export type MixedResult = typeof MixedResult.Type

/** Carries out items of all other pipelines, each of which says whose it is: `{ "pipeline": "embed", "input": { ... } }`. */
export const mixed = pipeline({
  name: "mixed",
  input: MixedItem,
  success: MixedResult,
  error: Schema.Union(...TranscriptionError.members, FileNotSaved, StepFailed),
  run: (item) =>
    Effect.gen(function* () {
      return yield* workOn(item).run
    }),
  calls: (item) => workOn(item).calls
})

const workOn = (item: typeof MixedItem.Encoded) => {
  switch (item.pipeline) {
    case "transcribe":
      return of(transcribe, item.input)
    case "embed":
      return of(embed, item.input)
    case "rerank":
      return of(rerank, item.input)
    case "image":
      return of(image, item.input)
    case "video":
      return of(video, item.input)
    case "searchRecordings":
      return of(searchRecordings, item.input)
    case "generateImageAssets":
      return of(generateImageAssets, item.input)
  }
}

const of = <Name extends string, A, I, B, J, E, F, R>(
  { calls, name, run }: Pipeline<Name, A, I, B, J, E, F, R>,
  input: I
) => ({ run: Effect.map(run(input), (result) => ({ pipeline: name, result })), calls: calls?.(input) ?? [] })
