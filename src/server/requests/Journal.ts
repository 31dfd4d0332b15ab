import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** A request that was answered. It holds no header, no query and no body. */
export const JournalEntry = Schema.Struct({
  /** When it came. Unit: milliseconds since 1970. */
  at: Schema.Number,
  method: Schema.String,
  /** Without the query, and cut where it is very long. */
  path: Schema.String,
  /** 499 where the caller was gone before the answer, 444 where a fault cut the connection. */
  status: Schema.Int,
  /** How long the answer took. Unit: milliseconds. */
  millis: Schema.Number,
  traceId: Schema.String,
  /** The name of the operation, where the path is that of one. */
  operation: Schema.optional(Schema.String),
  /** The caller's id of the work, where the operation has one. */
  id: Schema.optional(Schema.String),
  /** The tag of the failure that was answered. */
  failure: Schema.optional(Schema.String),
  /** The trace id of the gateway behind this one, where its answer is the cause of the failure. */
  upstreamTraceId: Schema.optional(Schema.String),
  /** The kind of the fault that it met. */
  fault: Schema.optional(Schema.String)
}).annotations({ identifier: "JournalEntry" })
export interface JournalEntry extends Schema.Schema.Type<typeof JournalEntry> {}

/** Keeps the requests that a server has answered, oldest first. */
export class Journal extends Context.Tag("effect-model-gateway/Journal")<
  Journal,
  {
    readonly write: (entry: JournalEntry) => Effect.Effect<void>
    /** The newest entries, newest first. */
    readonly newest: (count: number) => Effect.Effect<ReadonlyArray<JournalEntry>>
  }
>() {
  /** In memory; of more than `capacity` entries the oldest are forgotten. */
  static readonly memory = (capacity = 1_000): Layer.Layer<Journal> =>
    Layer.sync(Journal, () => {
      const entries: Array<JournalEntry> = []
      return Journal.of({
        write: (entry) =>
          Effect.sync(() => {
            entries.push(entry)
            if (entries.length > capacity) entries.shift()
          }),
        newest: (count) => Effect.sync(() => entries.slice(-count).reverse())
      })
    })
}
