import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { faulty, first } from "./support/faulty.js"

describe("transcriptions", () => {
  it.scopedLive.each([false, true])("are refused in a 200, by the code of the plan; the work is done: %s", (accepts) =>
    Effect.gen(function* () {
      const fault = { kind: "refusal", code: "1001", msg: "no quota", accepts } as const
      const { ask, journal, reply } = yield* faulty([first("submitTranscription", fault)])
      const { traceId, ...refused } = yield* reply(ask.submitTranscription)
      assert.deepStrictEqual(refused, { code: "1001", msg: "no quota", data: null })
      const { entries, submissions } = yield* journal
      assert.deepInclude(entries[0], {
        status: 200,
        fault: "refusal",
        failure: "GatewayRejected",
        traceId,
        id: "task-1"
      })
      assert.deepStrictEqual(submissions, [
        { operation: "submitTranscription", id: "task-1", sent: 1, accepted: accepts ? 1 : 0 }
      ])
      assert.strictEqual((yield* reply(ask.queryTranscription)).code, accepts ? "200" : "404")
    })
  )

  it.scopedLive("are not found by the first queries after they were submitted", () =>
    Effect.gen(function* () {
      const fault = { kind: "notFoundAtFirst", queries: 2 } as const
      const { ask, journal, reply } = yield* faulty([first("submitTranscription", fault)])
      assert.strictEqual((yield* reply(ask.submitTranscription)).code, "200")
      const another = { ...ask.submitTranscription, body: { ...Object(ask.submitTranscription.body), id: "task-2" } }
      assert.strictEqual((yield* reply(another)).code, "200")
      for (const code of ["404", "404", "200"]) {
        const { data, ...envelope } = yield* reply(ask.queryTranscription)
        assert.strictEqual(envelope.code, code)
        assert.strictEqual(data === null, code === "404")
      }
      assert.strictEqual((yield* reply({ ...ask.queryTranscription, body: { id: "task-2" } })).code, "200")
      const { entries, faults } = yield* journal
      assert.deepStrictEqual(
        faults.map(({ fault, operation }) => [fault, operation]),
        [["notFoundAtFirst", "submitTranscription"]]
      )
      assert.deepStrictEqual(entries.map(({ fault }) => fault).reverse(), [
        "notFoundAtFirst",
        undefined,
        "notFoundAtFirst",
        "notFoundAtFirst",
        undefined,
        undefined
      ])
    })
  )

  it.scopedLive.each([
    [undefined, 7],
    [-1, -1]
  ] as const)("have the unknown status %s", ([status, seen]) =>
    Effect.gen(function* () {
      const fault = { kind: "unknownStatus", ...(status === undefined ? {} : { status }) } as const
      const { ask, reply } = yield* faulty([first("queryTranscription", fault)])
      yield* reply(ask.submitTranscription)
      const lie = yield* reply(ask.queryTranscription)
      const { code, data, msg } = yield* reply(ask.queryTranscription)
      assert.deepStrictEqual(lie, { code, msg, data: { ...data, status: seen }, traceId: lie.traceId })
    })
  )

  it.scopedLive("that are not there have no status to be unknown", () =>
    Effect.gen(function* () {
      const { ask, reply } = yield* faulty([first("queryTranscription", { kind: "unknownStatus" })])
      assert.strictEqual((yield* reply(ask.queryTranscription)).data, null)
    })
  )
})

describe("embeddings and rankings", () => {
  it.scopedLive("bring a vector twice, of an index that no text has, or a number too long", () =>
    Effect.gen(function* () {
      const { ask, reply } = yield* faulty([
        { operation: "createEmbeddings", at: [1], fault: { kind: "duplicateResult" } },
        { operation: "createEmbeddings", at: [2], fault: { kind: "wrongIndex" } },
        { operation: "createEmbeddings", at: [3], fault: { kind: "wrongDimension" } }
      ])
      const [twice, astray, long, right] = yield* Effect.replicateEffect(reply(ask.createEmbeddings), 4)
      const [item] = right.data
      assert.deepStrictEqual(twice, { ...right, data: [item, item] })
      assert.deepStrictEqual(astray, { ...right, data: [{ ...item, index: 1_000_000 }] })
      assert.deepStrictEqual(long, { ...right, data: [{ ...item, embedding: [...item.embedding, 0] }] })
    })
  )

  it.scopedLive("bring a result twice, or of an index that no document has", () =>
    Effect.gen(function* () {
      const { ask, reply } = yield* faulty([
        { operation: "rerankDocuments", at: [1], fault: { kind: "duplicateResult" } },
        { operation: "rerankDocuments", at: [2], fault: { kind: "wrongIndex" } }
      ])
      const [twice, astray, right] = yield* Effect.replicateEffect(reply(ask.rerankDocuments), 3)
      const [best, other] = right.results
      assert.deepStrictEqual(twice.results, [best, best, other])
      assert.deepStrictEqual(astray.results, [{ ...best, index: 1_000_000 }, other])
    })
  )
})

describe("images", () => {
  it.scopedLive("are missing in both styles, and their orders are accepted", () =>
    Effect.gen(function* () {
      const { ask, journal, reply } = yield* faulty([
        { operation: "generateChatImage", at: [1], fault: { kind: "emptyImage" } },
        { operation: "generateNativeImage", at: [1], fault: { kind: "emptyImage" } }
      ])
      const chat = yield* reply(ask.generateChatImage)
      assert.strictEqual(chat.choices[0].message.content, "A picture of 16 x 16 pixels, drawn from the prompt.")
      const native = yield* reply(ask.generateNativeImage)
      assert.deepStrictEqual(native.candidates[0].content.parts, [
        { text: "A picture of 16 x 16 pixels, drawn from the prompt." }
      ])
      assert.deepStrictEqual(
        (yield* journal).orders.map(({ fault, operation }) => [operation, fault]),
        [
          ["generateChatImage", "emptyImage"],
          ["generateNativeImage", "emptyImage"]
        ]
      )
      assert.include(
        (yield* reply(ask.generateChatImage)).choices[0].message.content,
        "![image](data:image/png;base64,"
      )
      assert.property((yield* reply(ask.generateNativeImage)).candidates[0].content.parts[1], "inlineData")
    })
  )
})

describe("pages", () => {
  it.scopedLive.each([
    ["added", [2, 3], 7],
    ["removed", [4, 5], 5]
  ] as const)("an asset was %s in front of the second, and the first is as it was", ([change, indices, total]) =>
    Effect.gen(function* () {
      const fault = { kind: "changingPage", change } as const
      const { ask, reply } = yield* faulty([{ operation: "listAssets", at: [1, 2], fault }])
      yield* Effect.replicateEffect(reply(ask.generateChatImage), 6)
      const page = (PageNumber: number, PageSize: number) =>
        reply({ ...ask.listAssets, body: { ...Object(ask.listAssets.body), PageNumber, PageSize } })
      const first = yield* page(1, 3)
      const second = yield* page(2, 3)
      const { Items: all } = yield* page(1, 10)
      assert.deepStrictEqual(first, { Items: all.slice(0, 3), PageNumber: 1, PageSize: 3, TotalCount: 6 })
      const [from, to] = indices
      assert.deepStrictEqual(second, {
        Items: change === "added" ? all.slice(from, to + 2) : all.slice(from, to + 1),
        PageNumber: 2,
        PageSize: 3,
        TotalCount: total
      })
    })
  )
})
