import { expect, it } from "vitest"
import { lint } from "./lint.js"

const properties = "lint/nursery/noJsRestrictedProperties"
const globals = "lint/style/noRestrictedGlobals"

/** What the house style keeps out of src, with the rule that does. "plugin" is scripts/house.grit. */
const refused: ReadonlyArray<readonly [source: string, category: string]> = [
  ["export const now = Date.now()", properties],
  ["export const { now } = Date", properties],
  ["export const dice = Math.random()", properties],
  ["export const id = crypto.randomUUID()", properties],
  ["export const now = new Date()", "plugin"],
  ["export const now = performance.now()", globals],
  ["export const reply = fetch('/')", globals],
  ["export const reply = globalThis.fetch('/')", globals],
  ["export const args = process.argv", globals],
  ["export const home = process.env.HOME", "lint/style/noProcessEnv"],
  ["export const timer = setTimeout(() => undefined, 1)", globals],
  ["console.log('hello')", "lint/suspicious/noConsole"],
  ["export const value: any = 1", "lint/suspicious/noExplicitAny"],
  ["export const value = JSON.parse('1') as number", "lint/nursery/noUnsafeTypeAssertion"],
  ["export const first = (values: Array<number>) => values[0]!.toFixed()", "lint/style/noNonNullAssertion"],
  ["export const next = (value: number) => { value += 1; return value }", "lint/style/noParameterAssign"],
  ["export default 1", "lint/style/noDefaultExport"],
  ["import * as Effect from 'effect'\nexport const it = Effect", "plugin"],
  ["import * as Effect from 'effect/index'\nexport const it = Effect", "plugin"],
  ["import { Command } from '@effect/cli'\nexport const it = Command", "plugin"],
  ["export * from './parts/index.js'", "plugin"],
  ["import { gen } from 'effect/Effect'\nexport const it = gen", "plugin"],
  ["export * from './../services/Embedder.js'", "plugin"],
  ["export * from '../schemas/../services/Embedder.js'", "plugin"],
  ["export type Operation = import('../schemas/Operation.js').Operation", "plugin"],
  ["import { unused } from '../schemas/Operation.js'", "lint/correctness/noUnusedImports"],
  ["import { Of } from '../schemas/Of.js'\nexport type It = Of", "lint/style/useImportType"],
  ["import { start } from 'vitest'\nexport const it = start", "lint/correctness/noUndeclaredDependencies"]
]

/** What looks like it and is allowed. */
const allowed: ReadonlyArray<string> = [
  "import * as Clock from 'effect/Clock'\nexport const now = Clock.currentTimeMillis",
  "import { pipe } from 'effect/Function'\nexport const it = pipe(1)",
  "import type { Command } from '../schemas/Command.js'\nexport type It = Command",
  "export * from '../schemas/Command.js'",
  "export const at = new Date(0)",
  "export const names = ['a', 'b'] as const",
  "export const Rank = 1\nexport type Rank = typeof Rank",
  "import * as Schema from 'effect/Schema'\nexport const X = Schema.Struct({})\nexport interface X extends Schema.Schema.Type<typeof X> {}"
]

const sources = [...refused.map(([source]) => source), ...allowed]
const fileOf = (source: string): string => `src/steps/probe${sources.indexOf(source)}.ts`

const findings = lint(new Map(sources.map((source) => [fileOf(source), source])))
const categoriesOf = (source: string): ReadonlyArray<string> =>
  findings.filter((it) => it.location.path === fileOf(source)).map((it) => it.category)

it.each(refused)("%j is refused by %s", (source, category) => {
  expect(categoriesOf(source)).toContain(category)
})

it.each(allowed)("%j is allowed", (source) => {
  expect(categoriesOf(source)).toEqual([])
})

const lines = (count: number): string => "Math.abs(1)\n".repeat(count)
const categoriesOfText = (text: string): ReadonlyArray<string> =>
  lint(new Map([["src/steps/probe.ts", text]])).map((it) => it.category)

it("a file may have 150 lines of code, and any number of comments", () => {
  const category = "lint/style/noExcessiveLinesPerFile"
  expect(categoriesOfText(`${lines(149)}${"// why\n".repeat(50)}export const it = 1\n`)).not.toContain(category)
  expect(categoriesOfText(`${lines(150)}export const it = 1\n`)).toContain(category)
})

it("a function may have 50 lines of code", () => {
  const category = "lint/complexity/noExcessiveLinesPerFunction"
  const ofLength = (count: number): string => `export const it = () => {\n${lines(count)}}\n`
  expect(categoriesOfText(ofLength(48))).not.toContain(category)
  expect(categoriesOfText(ofLength(51))).toContain(category)
})
