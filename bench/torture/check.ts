import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { Schema } from "effect"
import { Pipelines } from "effect-model-gateway"
import { badLines, itemOf } from "./items.js"

/** A line of the results, as far as it is looked at. */
const Line = Schema.parseJson(
  Schema.Struct({
    item: Schema.String,
    state: Schema.String,
    value: Schema.optional(Pipelines.MixedResult),
    failure: Schema.optional(Schema.Struct({ tag: Schema.String, message: Schema.String }))
  })
)
const readLine = Schema.decodeSync(Line)
type Result = typeof Line.Type

/** What a batch came to, and what is known of it from elsewhere. */
export interface Found {
  readonly count: number
  readonly results: string
  /** How often the gateway accepted the order of each item. */
  readonly orders: ReadonlyMap<string, number>
  /** What an item comes to that the engines answer the same each time; undefined of others. */
  readonly expected: (item: ReturnType<typeof itemOf>) => Promise<unknown>
}

/** How items ended, and whatever is wrong with that. */
export interface Verdict {
  readonly states: Readonly<Record<string, number>>
  readonly wrong: ReadonlyArray<string>
}

/** Holds the results of a batch against its items, and against the gateway's own books. */
export const check = async ({ count, expected, orders, results }: Found): Promise<Verdict> => {
  const wrong: Array<string> = []
  const lines = readFileSync(results, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => readLine(line))
  const byItem = new Map(lines.map((line) => [line.item, line]))
  const states: Record<string, number> = {}
  for (const { failure, state } of lines) {
    const name = failure === undefined ? state : `${state} ${failure.tag}`
    states[name] = (states[name] ?? 0) + 1
  }
  if (lines.length !== count + badLines.length || byItem.size !== lines.length) {
    wrong.push(`${lines.length} lines of ${byItem.size} items, for ${count + badLines.length}`)
  }
  if (states["refused GatewayInvalidRequest"] !== badLines.length) wrong.push("bad lines were not refused one by one")
  for (let n = 0; n < count; n++) {
    const item = itemOf(n, { recording: "", images: "" })
    const problem = problemOf(item, byItem.get(item.id), orders.get(item.id) ?? 0, await expected(item))
    if (problem !== undefined) wrong.push(`${item.id} (${item.pipeline}): ${problem}`)
  }
  return { states, wrong }
}

const isOrder = ({ pipeline }: ReturnType<typeof itemOf>): boolean => pipeline === "image" || pipeline === "video"

const problemOf = (
  item: ReturnType<typeof itemOf>,
  result: Result | undefined,
  accepted: number,
  expected: unknown
): string | undefined => {
  if (result === undefined) return "lost"
  if (accepted > 1) return `ordered ${accepted} times`
  if (result.state === "done") {
    if (isOrder(item) && accepted !== 1) return "done, though the gateway has no such order"
    return problemOfValue(result, expected)
  }
  // A gateway or a client that was killed with the order on its way leaves it open, and nothing else.
  return isOrder(item) && result.failure?.tag === "GatewayOutcomeUnknown"
    ? undefined
    : `${result.state}: ${result.failure?.message}`
}

const problemOfValue = ({ value }: Result, expected: unknown): string | undefined => {
  if (value?.pipeline === "image") {
    const lost = value.result.images.filter(
      ({ path, sha256 }) =>
        !existsSync(path) || createHash("sha256").update(readFileSync(path)).digest("hex") !== sha256
    )
    return value.result.images.length === 1 && lost.length === 0 ? undefined : "its image is not there"
  }
  if (value?.pipeline === "transcribe") return value.result.text === expected ? undefined : "another text"
  // The engines give each ranking an id of its own.
  if (value?.pipeline === "rerank") {
    return isSame(value.result.results, expected) ? undefined : "another ranking"
  }
  if (expected === undefined) return value === undefined ? "no value" : undefined
  return isSame(value?.result, expected) ? undefined : "another value than without kills"
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
