import { Schema } from "effect"

/** What a pass in a process of its own is told. */
export const PassArguments = Schema.Struct({
  file: Schema.String,
  baseUrl: Schema.String,
  retry: Schema.Boolean,
  foundOpen: Schema.Literal("end", "send"),
  /** It kills itself when a step has told that it is done, which is before the store has it. */
  diesWhenDone: Schema.Boolean
})
export type PassArguments = typeof PassArguments.Type
