import * as Schema from "effect/Schema"

/** Tokens that a call, or many calls, used. A number that no reply gave counts as 0. Unit: tokens. */
export const Usage = Schema.Struct({
  inputTokens: Schema.Int,
  outputTokens: Schema.Int,
  totalTokens: Schema.Int
}).annotations({ identifier: "Usage" })
export interface Usage extends Schema.Schema.Type<typeof Usage> {}

/** No tokens. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }

/** The sum of many usages. */
export const addUsage = (usages: Iterable<Usage>): Usage => {
  let sum = noUsage
  for (const usage of usages) {
    sum = {
      inputTokens: sum.inputTokens + usage.inputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      totalTokens: sum.totalTokens + usage.totalTokens
    }
  }
  return sum
}

/**
 * Token counts of a reply as a `Usage`. A total that is left out is the sum of the others; none where the reply gives no
 * number at all.
 */
export const usageOf = (
  input: number | undefined,
  output: number | undefined,
  total: number | undefined
): Usage | undefined =>
  input === undefined && output === undefined && total === undefined
    ? undefined
    : { inputTokens: input ?? 0, outputTokens: output ?? 0, totalTokens: total ?? (input ?? 0) + (output ?? 0) }
