import { join } from "node:path"
import { Effect } from "effect"
import type { FaultRule } from "effect-model-gateway/server"
import { directory } from "../../embedded/data/support/directories.js"
import type { Errand } from "./errand.js"
import { oracle } from "./oracle.js"

/** A gateway, a directory, and an errand of each pipeline under any name; of another name, all of its work is other work. */
export const errands = (rules?: ReadonlyArray<FaultRule>) =>
  Effect.gen(function* () {
    const gateway = yield* oracle(rules)
    const place = yield* directory
    const { apiKey, baseUrl, uri } = gateway
    const of = (name: string) => {
      const common = { name, file: join(place, `${name}.sqlite`), baseUrl, apiKey }
      return {
        searchRecordings: {
          ...common,
          pipeline: "searchRecordings",
          input: {
            recordings: [{ id: name, audio: { uri } }],
            query: "What is said of the release?",
            embedding: { model: "m", dimensions: 8 },
            rerank: { model: "m" }
          }
        },
        generateImageAssets: {
          ...common,
          pipeline: "generateImageAssets",
          input: {
            prompts: [name],
            style: "chat",
            model: "m",
            imageSize: "32x32",
            directory: join(place, name),
            groupId: "generated-images"
          }
        }
      } as const satisfies Readonly<Record<Errand["pipeline"], Errand>>
    }
    return { gateway, place, of }
  })

/** Where an order of a name is made. */
export const orderOf = (name: string): string => `generateImageAssets/image[${name}]/order`

/** Where a recording of a name is submitted. */
export const submissionOf = (name: string): string => `searchRecordings/recording[${name}]/transcribe[${name}]/submit`
