import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { directory } from "./support/directories.js"
import { start } from "./support/processes.js"

const packageJson: { readonly peerDependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8")
)

/** An option of Node under which packages of this prefix are not found. */
const without = (prefix: string): string => {
  const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`
  const hooks = `export const resolve = (name, context, next) => {
    if (name.startsWith("${prefix}")) throw Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" })
    return next(name, context)
  }`
  return `--import=${script(`import { register } from "node:module"; register(${JSON.stringify(script(hooks))})`)}`
}

it.scopedLive(
  "says what to install where its packages are missing",
  () =>
    Effect.gen(function* () {
      const data = yield* directory
      const said = yield* Effect.flip(start(data, without("@effect/sql")))
      const wanted = ["@effect/sql", "@effect/sql-sqlite-node"].map((it) => `${it}@${packageJson.peerDependencies[it]}`)
      assert.include(said, `the data directory ${data} cannot be used`)
      assert.include(said, `npm install ${wanted.join(" ")}`)
    }),
  60_000
)
