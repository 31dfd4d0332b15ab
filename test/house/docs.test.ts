import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const script = fileURLToPath(new URL("../../scripts/check-docs.mjs", import.meta.url))

/** Runs the script on a folder that holds this one file. */
const check = (text: string): { readonly ok: boolean; readonly output: string } => {
  const folder = mkdtempSync(join(tmpdir(), "docs-"))
  try {
    writeFileSync(join(folder, "probe.ts"), text)
    const run = spawnSync(process.execPath, [script, folder], { encoding: "utf8" })
    return { ok: run.status === 0, output: `${run.stdout}${run.stderr}`.replaceAll(folder, "src") }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("check-docs", () => {
  it.each([
    ["a constant", "export const it = 1", "it"],
    ["an annotated constant", "export const it: number = 1", "it"],
    ["a function", "export function it() {}", "it"],
    ["a class", "export class It {}", "It"],
    ["an interface", "export interface It {}", "It"],
    ["a type", "export type It = 1", "It"],
    ["a namespace", "export declare namespace It {}", "It"],
    ["a default", "export default 1", "default"],
    ["a name in a list", "const it = 1\nexport { it }", "it"],
    ["a plain comment", "/* no */\nexport const it = 1", "it"],
    ["an empty doc comment", "/** */\nexport const it = 1", "it"],
    ["a doc comment on something else", "/** Yes. */\nconst other = 1\nexport const it = other", "it"],
    ["a static member", "/** Yes. */\nexport class It {\n  static readonly layer = 1\n}", "It.layer"],
    ["a static method", "/** Yes. */\nexport class It {\n  static of() {}\n}", "It.of"],
    ["a namespace's member", "/** Yes. */\nexport declare namespace It {\n  export type One = 1\n}", "It.One"]
  ])("reports %s without a doc", (_, text, name) => {
    const { ok, output } = check(text)
    expect(ok).toBe(false)
    expect(output).toMatch(new RegExp(`^src/probe\\.ts:\\d+ ${name}$`, "m"))
    expect(output).toContain("1 exports without a doc comment")
  })

  it("names the line", () => {
    expect(check("/** Yes. */\nexport const one = 1\n\nexport const two = 2\n").output).toContain("src/probe.ts:4 two")
  })

  it("reports a file that does not parse", () => {
    expect(check("export const = 1").ok).toBe(false)
  })

  it.each([
    ["a constant", "/** Yes. */\nexport const it = 1", 1],
    ["a linter's note in between", "/** Yes. */\n// biome-ignore lint/x: because\nexport const it = 1", 1],
    ["a schema and its type", "/** Yes. */\nexport const X = 1\nexport interface X extends Y<typeof X> {}", 1],
    [
      "overloads",
      "/** Yes. */\nexport function it(x: 1): void\nexport function it(x: 2): void\nexport function it() {}",
      1
    ],
    ["statics", "/** Yes. */\nexport class It {\n  /** Yes. */\n  static readonly layer = 1\n}", 2],
    ["a private static", "/** Yes. */\nexport class It {\n  private static layer = 1\n  static #other = 2\n}", 1],
    ["an instance's field", "/** Yes. */\nexport class It {\n  readonly field = 1\n}", 1],
    ["re-exports", "export * from './a.js'\nexport * as B from './b.js'\nexport { c } from './c.js'", 0],
    ["an import exported again", "import { a } from './a.js'\nexport { a }", 0],
    ["what is not exported", "const it = 1\ninterface It {}\nclass Its { static x = it }", 0]
  ])("accepts %s", (_, text, count) => {
    expect(check(text)).toEqual({ ok: true, output: `${count} exports documented\n` })
  })
})
