import { readFileSync } from "node:fs"

const packageJson: Readonly<Record<"peerDependencies" | "devDependencies", Readonly<Record<string, string>>>> =
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))

/** A package as an install line names it, with the range that it is asked for in: some are asked for by others alone. */
export const asked = (name: string): string =>
  `${name}@${packageJson.peerDependencies[name] ?? `^${packageJson.devDependencies[name]}`}`

/** An option of Node under which packages of this prefix are not found, or do not load for another reason. */
export const without = (prefix: string, code = "ERR_MODULE_NOT_FOUND"): string => {
  const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`
  const hooks = `export const resolve = (name, context, next) => {
    if (name.startsWith("${prefix}")) throw Object.assign(new Error("not found"), { code: "${code}" })
    return next(name, context)
  }`
  return `--import=${script(`import { register } from "node:module"; register(${JSON.stringify(script(hooks))})`)}`
}
