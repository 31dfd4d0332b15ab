import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Either, Record, Schema } from "effect"
import {
  GatewayRateLimited,
  GatewayUnavailable,
  Operation,
  operations,
  Path,
  Safety,
  serverStatuses,
  statuses
} from "effect-model-gateway"
import { exchanges } from "../server/support/exchanges.js"
import { all } from "../server/support/fakeServices.js"
import { json, send } from "../server/support/http.js"
import { serve } from "../server/support/serve.js"
import { describedAs, document, documentOf, resolve } from "./support/document.js"
import { fieldsIn, fieldsOf, without } from "./support/fields.js"
import { asSchema, fits } from "./support/fits.js"

const strictly = { onExcessProperty: "error" } as const

/** The operations under each of their paths. */
const described = operations.flatMap((operation: Operation.Any) =>
  [operation.path, ...operation.equivalentPaths].map((path) => ({ operation, path, name: operation.name }))
)

/** The path in wire form that a request goes to. */
const templateOf = (path: string): Path.PathTemplate =>
  described.find((one) => Either.getOrNull(Path.fill(one.path, { model: "painter" })) === path)?.path ?? "/"

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

describe("the document", () => {
  it("has the operations of the list, each under all of its paths, and no others", () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
    )
    assert.sameMembers(
      found,
      described.map(({ operation, path }) => `${operation.method} ${path}`)
    )
  })

  it("names each operation once", () => {
    const ids = Object.values(document.paths).map((methods) => methods.post?.operationId)
    assert.strictEqual(new Set(ids).size, described.length)
    assert.includeMembers(
      ids,
      operations.map(({ name }) => name)
    )
  })

  it("has no reference that leads nowhere, and no id twice", () => {
    const text = JSON.stringify(document)
    const refs = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = ""]) => ref)
    assert.isAbove(refs.length, 20)
    for (const ref of refs) assert.isObject(resolve(ref))
    assert.notInclude(text, '"$id"')
  })

  it("describes what a user declares, with query parameters where there is no body", () => {
    const getAsset = Operation.get("getAsset", "/api/v3/assets/{Id}", {
      request: Schema.Struct({ Id: Schema.String, verbose: Schema.Boolean, page: Schema.optional(Schema.Number) }),
      response: Schema.Unknown,
      safety: Safety.read
    })
    const { get } = documentOf([getAsset]).paths["/api/v3/assets/{Id}"] ?? {}
    assert.deepStrictEqual(get?.parameters, [
      { name: "Id", in: "path", required: true, schema: { type: "string" } },
      { name: "verbose", in: "query", required: true, schema: { type: "boolean" } },
      { name: "page", in: "query", required: false, schema: { type: "number" } }
    ])
    assert.isUndefined(get?.requestBody)
  })
})

describe.each(described)("$name on $path", ({ operation, path }) => {
  const {
    answer,
    answerExample,
    description,
    parameters,
    request,
    requestExample,
    response,
    statuses: told,
    summary
  } = describedAs(path)
  const inPath = Path.parameters(path)

  it("has the parameters of the path", () => {
    assert.deepStrictEqual(
      parameters.map(({ example: _, ...parameter }) => ({
        ...parameter,
        schema: fits(parameter.schema, "m", resolve)
      })),
      inPath.map((parameter) => ({ name: parameter, in: "path", required: true, schema: true }))
    )
  })

  it("is told in words", () => {
    assert.match(summary ?? "", /^[A-Z].{8,60}$/)
    assert.isAbove(description?.length ?? 0, 80)
    assert.strictEqual(summary?.includes("equivalent"), path !== operation.path)
  })

  it("shows the operation's example, which fits it and has no unknown field", () => {
    const { example } = operation.documentation ?? assert.fail("no documentation")
    const asked = asSchema(example.request)
    Schema.decodeUnknownSync(operation.request)(asked)
    Schema.decodeUnknownSync(operation.response, strictly)(example.response)
    assert.deepStrictEqual(
      requestExample,
      Record.filter(asked, (_, field) => !inPath.includes(field))
    )
    assert.isTrue(fits(request, requestExample, resolve))
    assert.deepStrictEqual(
      parameters.map((parameter) => parameter.example),
      inPath.map((field) => asked[field])
    )
    assert.deepStrictEqual(answerExample(200), example.response)
    assert.isTrue(fits(answer(200), answerExample(200), resolve))
  })

  it("says of each refusal what it means, and shows one", () => {
    for (const status of told.filter((one) => one !== "200").map(Number)) {
      assert.include(response(status)?.description, " ")
      assert.isTrue(fits(answer(status), answerExample(status), resolve))
      assert.strictEqual(response(status)?.headers !== undefined, status === 429 || status === 503)
    }
  })

  it("tells of 200 and of the statuses of the table, each with a body", () => {
    assert.sameMembers(told, ["200", ...Object.values({ ...statuses, ...serverStatuses }).map(String)])
  })

  it.prop("has a place for whatever may be asked", [Arbitrary.make(operation.request)], ([asked]) => {
    const fields = asSchema(plain(Schema.encodeSync(operation.request)(asked)))
    const body = Record.filter(fields, (_, field) => !inPath.includes(field))
    assert.isTrue(fits(request, body, resolve), JSON.stringify(body))
  })

  it.prop("has a place for whatever may be answered", [Arbitrary.make(operation.response)], ([answered]) => {
    const body = plain(Schema.encodeSync(operation.response)(answered))
    assert.isTrue(fits(answer(200), body, resolve), JSON.stringify(body))
  })
})

/** Every exchange of the server's tests holds all fields that the specification names. */
describe.each(exchanges)("$name on $path", ({ answers, body, name, path, reply }) => {
  const { answer, request } = describedAs(templateOf(path))
  const fields = fieldsOf(request, resolve)

  it("has every field of the specification, and no other", () => {
    assert.sameMembers(
      fields.map(({ field }) => field),
      [...fieldsIn(body)]
    )
  })

  it.scoped("requires what the server requires", () =>
    Effect.gen(function* () {
      const server = yield* serve(answers)
      const refused = yield* Effect.filter(fieldsIn(body), (field) =>
        Effect.map(server.send({ path, body: JSON.stringify(without(body, field)) }), ({ status }) => status === 400)
      )
      assert.sameMembers(
        refused,
        fields.filter(({ required }) => required).map(({ field }) => field)
      )
    })
  )

  it("fits what is sent, and what comes back also with more fields than are known", () => {
    assert.isTrue(fits(request, body, resolve))
    assert.isFalse(fits(request, { ...body, unknown: 1 }, resolve))
    assert.isTrue(fits(answer(200), reply("trace"), resolve))
    assert.isTrue(fits(answer(200), { ...Object(reply("trace")), unknown: 1 }, resolve))
  })

  it.scoped("fits the refusals of the server", () =>
    Effect.gen(function* () {
      const about = { operation: name, attempts: 1 }
      const failing = [new GatewayRateLimited(about), new GatewayUnavailable(about)]
      const answered = [
        yield* Effect.flatMap(serve(), ({ port }) => send(port, { path })),
        yield* Effect.flatMap(serve(), (server) => server.send({ path, body: "{}" })),
        ...(yield* Effect.forEach(failing, (failure) =>
          Effect.flatMap(serve(all(Effect.fail(failure))), (server) =>
            server.send({ path, body: JSON.stringify(body) })
          )
        ))
      ]
      assert.sameMembers(
        answered.map(({ status }) => status),
        Object.values(statuses)
      )
      for (const one of answered) assert.isTrue(fits(answer(one.status), json(one), resolve))
    })
  )
})
