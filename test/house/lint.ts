import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** One finding of the linter: the rule, and the file and line it speaks of. */
export interface Finding {
  readonly category: string
  readonly location: { readonly path: string; readonly start: { readonly line: number } }
}

const root = fileURLToPath(new URL("../..", import.meta.url))
const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome")
const settings = ["biome.json", "scripts/house.grit", "package.json", ".gitignore"]

/** Lints a project of these files, by path, under this repository's settings, in a folder that is gone afterwards. */
export const lint = (files: ReadonlyMap<string, string>): ReadonlyArray<Finding> => {
  const project = mkdtempSync(join(tmpdir(), "house-"))
  try {
    for (const name of settings) cpSync(join(root, name), join(project, name))
    for (const [name, text] of files) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
    }
    const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", "."]
    const run = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" })
    const report: { readonly diagnostics: ReadonlyArray<Finding> } = JSON.parse(run.stdout)
    return report.diagnostics
  } finally {
    rmSync(project, { recursive: true })
  }
}
