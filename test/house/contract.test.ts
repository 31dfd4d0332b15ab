import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import * as all from "effect-model-gateway"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const contract = read("docs/contract.md")

/** The part of a document under a heading, up to the next heading of any level. */
const under = (heading: string, document = contract): string =>
  document.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? ""

/** The rows of the table under a heading, as their cells, without the table's head. */
const rowsUnder = (heading: string, document = contract): ReadonlyArray<ReadonlyArray<string>> =>
  under(heading, document)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim())
    )

/** What stands between backticks. */
const codeIn = (text: string): ReadonlyArray<string> => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? "")

interface Reference {
  readonly code: string
  /** Such as `AssetLibrary`, then `stream`. */
  readonly path: ReadonlyArray<string>
  /** Names between braces among the arguments. */
  readonly options: ReadonlyArray<string>
}

/** `Name`, `Name.member`, `Name.member({ option })`, or none where the code is of no such form. */
const referenceOf = (code: string): Reference | undefined => {
  const [, path, args = ""] = /^([A-Za-z]\w*(?:\.\w+)*)(\([^()]*\))?$/.exec(code) ?? []
  if (path === undefined) return undefined
  const options = /\{([^}]*)\}/.exec(args)?.[1] ?? ""
  return { code, path: path.split("."), options: options.match(/\w+/g) ?? [] }
}

const operationRows = rowsUnder("Operations")
const notShown = rowsUnder("Not shown")
const leftOpen = rowsUnder("Left open without a word")

const codes = [
  ...operationRows.map((row) => codeIn(row[3] ?? "")),
  ...[...notShown, ...leftOpen].map((row) => codeIn(row.at(-1) ?? ""))
].flat()
const references = [...new Set(codes)].map((code) => ({ code, reference: referenceOf(code) }))

/** A type that exists only where all of a reference exists. Fields of schemas and methods of services count as members. */
const typesOf = ({ options, path: [name = "", ...members] }: Reference): string => {
  const base = name in all ? `typeof all.${name}` : `all.${name}`
  const type = members.reduce((inner, member) => `At<${inner}, "${member}">`, base)
  return ["import type * as all from 'effect-model-gateway'", "import type { At, Option } from './members.js'"]
    .concat(`export type It = ${type}`)
    .concat(options.map((option, index) => `export type Option${index} = Option<It, "${option}">`))
    .join("\n")
}

const members = `
type Shape<V> = V extends { readonly Service: infer S } ? S : V extends { readonly Encoded: infer E } ? E : V
export type At<V, K extends keyof Shape<V> | keyof V> =
  NonNullable<K extends keyof Shape<V> ? Shape<V>[K] : K extends keyof V ? V[K] : never>
type KeysOf<T> = T extends object ? keyof T : never
type Options<F> = F extends (...args: infer P) => unknown ? KeysOf<P[number]> : never
export type Option<F, K extends Options<F>> = K
`

const documents = [
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...["README.md"].filter((name) => existsSync(join(root, name)))
]

/** The TypeScript snippets of the documents, but those that say `no-check`. */
const snippets = documents.flatMap((document) =>
  [...read(document).matchAll(/^```(?:ts|typescript)(.*)\n([\s\S]*?)^```/gm)].flatMap(
    ([, info = "", text = ""], index) =>
      info.includes("no-check") ? [] : [{ name: `${document}, ${index + 1}`, text }]
  )
)

/** What the compiler says of these files, by the file's index, under this repository's settings. */
const compile = (texts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  mkdirSync(join(root, "out"), { recursive: true })
  const folder = mkdtempSync(join(root, "out", "contract-"))
  try {
    // What a snippet declares is for its reader to use.
    const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, moduleDetection: "force" }
    const settings = { extends: relative(folder, join(root, "tsconfig.json")), compilerOptions, include: ["*.ts"] }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings))
    writeFileSync(join(folder, "members.ts"), members)
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, `file${index}.ts`), text)
    const tsc = join(root, "node_modules", ".bin", "tsc")
    const run = spawnSync(tsc, ["--project", folder, "--pretty", "false"], { cwd: folder, encoding: "utf8" })
    const lines = run.stdout.split("\n").filter((line) => line !== "")
    if (run.error !== undefined) throw run.error
    const broken = lines.filter((line) => line.startsWith("members.ts("))
    if (broken.length > 0) throw new Error(broken.join("\n"))
    return texts.map((_, index) => lines.filter((line) => line.startsWith(`file${index}.ts(`)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Three that must not compile prove that the compiler looks at what is asked. */
const wrong = ["Nothing", "AssetLibrary.walk", "AssetLibrary.stream({ lastPage })"].map((code) => ({
  code,
  reference: referenceOf(code)
}))
const asked = [...references, ...wrong].map(({ reference }) => (reference === undefined ? "" : typesOf(reference)))
const said = compile([...asked, ...snippets.map(({ text }) => text)])

describe("the table of operations", () => {
  it("has each operation once, in the order of the list", () => {
    expect(operationRows.map((row) => row[2])).toEqual(all.operations.map(({ name }) => `\`${name}\``))
  })

  it.each(all.operations)("$name is exported by its name, and has its paths, method and safety", (operation) => {
    const { equivalentPaths, method, name, path, safety } = operation
    const row = operationRows.find((cells) => cells[2] === `\`${name}\``) ?? []
    expect(Object.entries(all).find(([exported]) => exported === name)?.[1]).toBe(operation)
    expect(codeIn(row[1] ?? "")).toEqual([path, ...equivalentPaths].map((one) => `${method} ${one}`))
    expect(row[4]).toBe(`\`Safety.${safety._tag.toLowerCase()}\``)
  })
})

describe("the table of what is not shown", () => {
  it("is numbered without a gap, and counts its rows right", () => {
    const numbers = [...new Set(notShown.map(([number = ""]) => Number.parseInt(number, 10)))]
    const [, places, rows] = /in (\d+) places[\s\S]*?there are (\d+) rows/.exec(under("Not shown")) ?? []
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect([Number(places), Number(rows)]).toEqual([numbers.length, notShown.length])
  })

  it("fills each cell", () => {
    const rows = [...notShown, ...leftOpen]
    expect(rows.filter((row) => row.length !== 5 || row.includes(""))).toEqual([])
  })
})

describe("what the tables name is in the package", () => {
  it.each(references)("$code", ({ code, reference }) => {
    expect(reference).toBeDefined()
    expect(said[references.findIndex((one) => one.code === code)]).toEqual([])
  })

  it.each(wrong)("$code is not", ({ code }) => {
    expect(said[references.length + wrong.findIndex((one) => one.code === code)]).not.toEqual([])
  })
})

describe("the table of errors", () => {
  const table = rowsUnder("Errors")

  it.each(Object.entries(all.statuses))("%s has its status %i", (tag, status) => {
    expect(table).toContainEqual([String(status), `\`${tag}\``])
  })

  it.each(all.GatewayError.members.map(({ _tag }) => _tag))("%s is there", (tag) => {
    expect(table.map((row) => row.join()).join()).toContain(`\`${tag}\``)
  })
})

describe("the table of what is sent again", () => {
  const rows = Object.values(all.reactions).map(({ Keyed, Order, Read, failure }) => [failure, Read, Keyed, Order])

  it("is that of the data", () => {
    expect(rowsUnder("What is sent again", read("docs/reliability.md"))).toEqual(rows)
  })
})

describe("a snippet compiles", () => {
  it.each(snippets)("$name", (snippet) => {
    expect(said[asked.length + snippets.indexOf(snippet)]).toEqual([])
  })
})
