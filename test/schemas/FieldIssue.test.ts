import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { fieldIssues, formatIssues } from "effect-model-gateway"

/** What is wrong with a value, in one line. */
const problems = <A, I>(schema: Schema.Schema<A, I>, value: unknown): string =>
  Either.match(Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })(value), {
    onLeft: (error) => formatIssues(fieldIssues(error)),
    onRight: () => "nothing"
  })

const Person = Schema.Struct({
  name: Schema.NonEmptyString,
  age: Schema.optional(Schema.Int),
  kind: Schema.Literal("cat", "dog"),
  tags: Schema.Array(Schema.NullOr(Schema.String)),
  born: Schema.optionalWith(Schema.Date, { nullable: true }),
  home: Schema.optionalWith(Schema.Struct({ zip: Schema.NumberFromString }), { default: () => ({ zip: 1 }) })
})
const fine = { name: "Ada", kind: "cat", tags: [] }

describe("fieldIssues", () => {
  it.each<readonly [Readonly<Record<string, unknown>>, string]>([
    [{}, "nothing"],
    [{ name: 5 }, "name must be a string, not a number"],
    [{ name: "" }, "name must be a non empty string"],
    [{ name: undefined }, "name must be a string, not absent"],
    [{ age: 1.5 }, "age must be an integer"],
    [{ age: "5" }, "age must be a number, not a string"],
    [{ age: Number.NaN }, "age must be an integer"],
    [{ kind: "cow" }, 'kind must be "cat" or "dog"'],
    [{ tags: "a" }, "tags must be an array, not a string"],
    [{ tags: ["a", 5, null, {}] }, "tags[1] must be a string, not a number; tags[3] must be a string, not an object"],
    [{ born: "never" }, "born must be a valid Date"],
    [{ born: 5 }, "born must be a string to be decoded into a Date, not a number"],
    [{ home: null }, "home must be an object, not null"],
    [{ home: [] }, "home must be an object, not an array"],
    [{ home: { zip: "x" } }, "home.zip must be a number"],
    [{ home: { zip: "1", street: "a" } }, "home.street is not a field here"],
    [{ extra: 1, name: true }, "extra is not a field here; name must be a string, not a boolean"]
  ])("says of %j: %s", (fields, said) => {
    assert.strictEqual(problems(Person, { ...fine, ...fields }), said)
  })

  it("speaks of the body where the whole does not fit", () => {
    assert.strictEqual(problems(Person, null), "the body must be an object, not null")
    assert.strictEqual(problems(Schema.Array(Schema.String), {}), "the body must be an array, not an object")
    assert.strictEqual(problems(Schema.String, undefined), "the body must be a string, not absent")
  })

  it("never repeats a value", () => {
    const secret = "swordfish"
    const values = [secret, [secret], { name: secret, [secret]: 1 }, { ...fine, kind: secret, home: { zip: secret } }]
    for (const value of values.slice(0, 2)) assert.notInclude(problems(Person, value), secret)
    assert.notInclude(problems(Person, values[3]), secret)
    assert.include(problems(Person, values[2]), `${secret} is not a field here`)
  })
})
