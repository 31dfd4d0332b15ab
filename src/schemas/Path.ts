import * as Arr from "effect/Array"
import * as Either from "effect/Either"

/**
 * A path in wire form: literal text with `{parameter}` places, as the specification writes it, for example
 * `/v1beta/models/{model}:generateContent`. It is also the OpenAPI form.
 */
export type PathTemplate = `/${string}`

const place = /\{(\w+)\}/g

/** The parameter names of a template, in order. */
export const parameters = (template: PathTemplate): ReadonlyArray<string> =>
  Arr.map([...template.matchAll(place)], ([, name]) => name ?? "")

/**
 * The path with each place filled and percent-encoded. Left names the first parameter that has no usable value, which
 * is one that is not a string or number, is empty, is `.` or `..` (which URL resolution would swallow), or is half of a
 * character (which no URL can carry).
 */
export const fill = (
  template: PathTemplate,
  values: Readonly<Record<string, unknown>>
): Either.Either<PathTemplate, string> => {
  const unusable = Arr.findFirst(parameters(template), (name) => !isSegment(values[name]))
  return unusable._tag === "Some"
    ? Either.left(unusable.value)
    : Either.right(asPath(template.replace(place, (_, name: string) => encodeURIComponent(String(values[name])))))
}

/**
 * The template as a router pattern. A place that a literal follows in the same segment gets a pattern of its own and
 * the literal colon is doubled: `/v1beta/models/:model(^[^]+)::generateContent`.
 */
export const routerPattern = (template: PathTemplate): PathTemplate =>
  asPath(
    template
      .replaceAll(":", "::")
      .replace(/\{(\w+)\}(?=[^/])/g, ":$1(^[^]+)")
      .replace(place, ":$1")
  )

const isSegment = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && !/^\.{0,2}$/.test(value) && !/\p{Surrogate}/u.test(value))

const asPath = (text: string): PathTemplate => `/${text.slice(1)}`
