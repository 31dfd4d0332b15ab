import { identity } from "effect/Function"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** A field that does not fit: its path, such as `audio.uri`, and what is wrong with it. Never holds the value itself. */
export const FieldIssue = Schema.Struct({ path: Schema.String, problem: Schema.String }).annotations({
  identifier: "FieldIssue"
})
export interface FieldIssue extends Schema.Schema.Type<typeof FieldIssue> {}

/** The issues in one line: `audio.uri is missing; rate must be a string, not a number`. */
export const formatIssues = (issues: ReadonlyArray<FieldIssue>): string =>
  issues.map(({ path, problem }) => `${path === "" ? "the body" : path} ${problem}`).join("; ")

/**
 * What is wrong with each field, by path. Built from paths and expected types, for the text of a `ParseError` repeats
 * the input, which may hold a key or an image. Names of fields are input too: `show` makes each fit to be repeated.
 */
export const fieldIssues = (
  error: ParseResult.ParseError,
  show: (name: string) => string = identity
): ReadonlyArray<FieldIssue> => {
  const all = collect(append(show))(error.issue, "")
  const more = { path: "", problem: `has ${all.length - mostIssues} more fields that do not fit` }
  return all.length > mostIssues ? [...all.slice(0, mostIssues), more] : all
}

/** A body of a million wrong fields must not become an answer, or a log line, of a million sentences. */
const mostIssues = 20

/** The longest name of a field that is repeated, in UTF-16 code units. */
const longestName = 100

type Append = (path: string, key: PropertyKey) => string

const collect = (append: Append) => {
  const within = (issue: ParseResult.ParseIssue, path: string): ReadonlyArray<FieldIssue> => {
    switch (issue._tag) {
      case "Pointer":
        return within(issue.issue, [issue.path].flat().reduce(append, path))
      case "Composite":
        if (SchemaAST.isUnion(issue.ast) && issue.ast.types.every(SchemaAST.isLiteral)) {
          return [{ path, problem: `must be ${issue.ast.types.map(String).join(" or ")}` }]
        }
        return telling([issue.issues].flat()).flatMap((inner) => within(inner, path))
      case "Refinement":
        return issue.kind === "From" ? within(issue.issue, path) : [{ path, problem: mustBe(issue.ast) }]
      case "Transformation":
        return issue.kind === "Transformation" ? [{ path, problem: mustBe(issue.ast.to) }] : within(issue.issue, path)
      case "Missing":
        return [{ path, problem: "is missing" }]
      case "Unexpected":
        return [{ path, problem: "is not a field here" }]
      case "Type":
      case "Forbidden":
        return [{ path, problem: `${mustBe(issue.ast)}, not ${kindOf(issue.actual)}` }]
    }
  }
  return within
}

const append =
  (show: (name: string) => string): Append =>
  (path, key) => {
    if (typeof key === "number") return `${path}[${key}]`
    // Shown, then cut: a part of a key or an image could not be told any more.
    const name = show(String(key)).slice(0, longestName)
    return path === "" ? name : `${path}.${name}`
  }

/** Of an optional field it says nothing that it could also be left out or null. */
const telling = (issues: ReadonlyArray<ParseResult.ParseIssue>): ReadonlyArray<ParseResult.ParseIssue> => {
  const some = issues.filter(
    (issue) =>
      issue._tag !== "Type" ||
      !(SchemaAST.isUndefinedKeyword(issue.ast) || (SchemaAST.isLiteral(issue.ast) && issue.ast.literal === null))
  )
  return some.length === 0 ? issues : some
}

const mustBe = (ast: SchemaAST.AST): string => {
  const said = SchemaAST.getDescriptionAnnotation(ast)
  return `must be ${said._tag === "Some" ? said.value : nameOf(ast)}`
}

const nameOf = (ast: SchemaAST.AST): string => {
  if (SchemaAST.isTypeLiteral(ast)) return "an object"
  return SchemaAST.isTupleType(ast) ? "an array" : String(ast)
}

const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  return value === undefined ? "absent" : `${typeof value === "object" ? "an" : "a"} ${typeof value}`
}
