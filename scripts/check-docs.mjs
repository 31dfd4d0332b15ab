// Fails where an export of src, or a static member of an exported class, has no doc comment.
// Usage: node scripts/check-docs.mjs [folder]. A name that is declared twice (a schema and its type, overloads) needs one.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"

const folder = process.argv[2] ?? "src"

/** Whether a doc comment with words in it stands directly before a node; line comments may come between. */
const isDocumented = ({ text, comments }, node) => {
  const doc = comments.findLast((comment) => comment.type === "Block" && comment.end <= node.start)
  if (doc === undefined || !/^\*[\s*]*[^\s*]/.test(doc.value)) return false
  return /^\s*(\/\/[^\n]*\n\s*)*$/.test(text.slice(doc.end, node.start))
}

/** The names that a declaration introduces; an exported expression has none but "default". */
const namesOf = (file, declaration) => {
  if (!/^(Class|Function|TS|Variable)/.test(declaration.type)) return ["default"]
  const ids = declaration.declarations?.map((it) => it.id) ?? [declaration.id]
  return ids.map((id) => (id ? file.text.slice(id.start, id.typeAnnotation?.start ?? id.end) : "default"))
}

/** Static members that a user can reach. */
const statics = (file, declaration) =>
  (declaration.type === "ClassDeclaration" ? declaration.body.body : [])
    .filter(
      (it) =>
        it.static && it.type !== "StaticBlock" && it.accessibility !== "private" && it.key.type !== "PrivateIdentifier"
    )
    .map((member) => ({ name: file.text.slice(member.key.start, member.key.end), node: member }))

/** What `export namespace X { ... }` exports in turn. */
const members = (file, declaration) =>
  declaration.type === "TSModuleDeclaration" && declaration.body ? exportsOf(file, declaration.body.body) : []

/** Every name that these statements declare and export, with the node that a doc comment would stand before. */
const exportsOf = (file, body) => {
  const listed = new Set(
    body
      .filter((it) => it.type === "ExportNamedDeclaration" && it.source === null)
      .flatMap((it) => it.specifiers.map((specifier) => specifier.local.name))
  )
  return body.flatMap((statement) => {
    const declaration = statement.declaration ?? statement
    return namesOf(file, declaration)
      .filter((name) => declaration !== statement || listed.has(name))
      .flatMap((name) => {
        const inner = [...statics(file, declaration), ...members(file, declaration)]
        return [{ name, node: statement }, ...inner.map((it) => ({ ...it, name: `${name}.${it.name}` }))]
      })
  })
}

/** The exports of one file by name, and those without a doc as lines to print. */
const inspect = (path) => {
  const text = readFileSync(path, "utf8")
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) return { names: 0, missing: [`${path}:1 ${errors[0].message}`] }
  const file = { text, comments }
  const byName = new Map()
  for (const { name, node } of exportsOf(file, program.body)) byName.set(name, [...(byName.get(name) ?? []), node])
  const missing = [...byName].filter(([, nodes]) => !nodes.some((node) => isDocumented(file, node)))
  const lineOf = (node) => text.slice(0, node.start).split("\n").length
  return { names: byName.size, missing: missing.map(([name, [node]]) => `${path}:${lineOf(node)} ${name}`) }
}

const paths = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".ts"))
  .sort()
const results = paths.map((name) => inspect(join(folder, name)))
const missing = results.flatMap((it) => it.missing)

if (missing.length > 0) {
  console.error(`${missing.join("\n")}\n${missing.length} exports without a doc comment`)
  process.exitCode = 1
} else {
  console.log(`${results.reduce((sum, it) => sum + it.names, 0)} exports documented`)
}
