import { Schema } from "effect"
import { ImageAssetsRequest, RecordingSearch } from "effect-model-gateway"

const common = {
  /** Names the work in the gateway's journal; that of others, which the process finds in the store, is named by its id. */
  name: Schema.String,
  file: Schema.String,
  /** A database in place of the file, and where the process is reached by others. */
  postgres: Schema.optional(
    Schema.Struct({
      url: Schema.String,
      self: Schema.optional(Schema.Struct({ host: Schema.String, port: Schema.Number }))
    })
  ),
  baseUrl: Schema.String,
  apiKey: Schema.String,
  /** Whether to start the pipeline. Otherwise the process only opens the store, and carries out what it finds there. */
  execute: Schema.optionalWith(Schema.Boolean, { default: () => true }),
  /** Whether the process knows the pipelines at all. */
  registers: Schema.optionalWith(Schema.Boolean, { default: () => true }),
  ordersFoundOpen: Schema.optionalWith(Schema.Literal("end", "send"), { default: () => "end" as const }),
  killAt: Schema.optional(
    Schema.Struct({
      event: Schema.String,
      /** Unit: milliseconds. */
      after: Schema.Number,
      signal: Schema.Literal("SIGKILL", "SIGTERM", "SIGINT")
    })
  )
}

/** What a worker process is to do. */
export const Errand = Schema.Union(
  Schema.Struct({
    ...common,
    pipeline: Schema.Literal("searchRecordings"),
    input: Schema.encodedSchema(RecordingSearch)
  }),
  Schema.Struct({
    ...common,
    pipeline: Schema.Literal("generateImageAssets"),
    input: Schema.encodedSchema(ImageAssetsRequest)
  })
)
export type Errand = typeof Errand.Encoded
