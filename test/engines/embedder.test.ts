import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Vector } from "effect-model-gateway"
import { Embedder } from "effect-model-gateway"
import { EmbedderEngine } from "effect-model-gateway/engines"

const model = "any-model"

const cosine = (one: Vector, other: Vector): number => one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0)

const embed = (input: string, dimensions?: number) =>
  Effect.gen(function* () {
    const embedder = yield* Embedder
    const reply = yield* embedder.embed({ model, input, dimensions })
    return reply.data[0]?.embedding ?? []
  })

const similarity = (one: string, other: string, dimensions?: number) =>
  Effect.map(Effect.all([embed(one, dimensions), embed(other, dimensions)]), ([a, b]) => cosine(a, b))

/** Each with a text that is related to the first, and one that is not. */
const triples = [
  ["refund policy", "how do refunds work", "a loaf of sourdough bread"],
  ["transcribe the recording", "transcription of recordings", "the price of the train"],
  ["the cat sat on the mat", "cats on mats", "what is the price of the train"],
  ["our company's policies", "a policy for every company", "seals on the sandbank"],
  ["damaged parcels", "a parcel was damaged on its way", "the lighthouse was lit in summer"],
  ["order queue", "ordering in queues", "green hills"],
  ["Распознавание речи", "распознать речь", "погода завтра"],
  ["日本語の音声認識", "音声を認識する", "明日の天気は晴れ"],
  ["การรู้จำเสียงพูด", "เสียงพูดภาษาไทย", "อากาศวันนี้ดี"]
] as const

it.layer(EmbedderEngine.layer)("EmbedderEngine", (it) => {
  it.effect.each(triples)("brings %j closer to what is related", ([text, related, unrelated]) =>
    Effect.gen(function* () {
      for (const dimensions of [undefined, 128, 1_024]) {
        const near = yield* similarity(text, related, dimensions)
        const far = yield* similarity(text, unrelated, dimensions)
        assert.isAbove(near, far + 0.1, `${dimensions ?? "default"} dimensions`)
      }
    })
  )

  it.effect("finds the passage that answers a question", () =>
    Effect.gen(function* () {
      const passages = [
        "Anything unused can be returned within thirty days, and we pay the postage.",
        "Bake the dough in a hot, covered pot until the crust is dark.",
        "The nightly export job starts at two instead of midnight."
      ]
      const scores = yield* Effect.forEach(passages, (passage) => similarity("when does the export job start", passage))
      assert.strictEqual(scores.indexOf(Math.max(...scores)), 2)
    })
  )

  it.effect("gives vectors of length 1, the same for the same text", () =>
    Effect.gen(function* () {
      for (const input of ["hello", "hello hello world", "日本語", "", "🌊", "the"]) {
        for (const dimensions of [1, 2, 64, 3_072]) {
          const vector = yield* embed(input, dimensions)
          assert.lengthOf(vector, dimensions)
          assert.closeTo(cosine(vector, vector), 1, 1e-9)
          assert.deepStrictEqual(yield* embed(input, dimensions), vector)
        }
      }
    })
  )

  it.effect("does not mind case, punctuation and compatibility forms", () =>
    Effect.gen(function* () {
      assert.closeTo(yield* similarity("Hello, World!", "hello world"), 1, 1e-9)
      assert.closeTo(yield* similarity("ﬁne ＡＢＣ", "fine abc"), 1, 1e-9)
    })
  )

  it.effect("lets words that stand everywhere count little", () =>
    Effect.gen(function* () {
      assert.isBelow(yield* similarity("where is the harbour", "where is the bread"), 0.2)
    })
  )

  it.effect("gives equal components to a text without words", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* embed("", 4), [0.5, 0.5, 0.5, 0.5])
      assert.deepStrictEqual(yield* embed(" …🌊! ", 4), [0.5, 0.5, 0.5, 0.5])
      assert.isBelow(Math.abs(yield* similarity("", "hello")), 0.2)
    })
  )

  it.effect("takes its default of 256 dimensions for none and for 0", () =>
    Effect.gen(function* () {
      assert.strictEqual(EmbedderEngine.defaultDimension, 256)
      assert.lengthOf(yield* embed("hello"), 256)
      assert.deepStrictEqual(yield* embed("hello", 0), yield* embed("hello", 256))
    })
  )

  it.effect("answers in the form of the specification, with words for tokens", () =>
    Effect.gen(function* () {
      const { embed } = yield* Embedder
      const reply = yield* embed({ model, input: "Don't panic: it's 42." })
      assert.deepStrictEqual(
        { ...reply, data: reply.data.map(({ index, object }) => ({ index, object })) },
        {
          object: "list",
          data: [{ index: 0, object: "embedding" }],
          model,
          usage: { prompt_tokens: 4, total_tokens: 4 }
        }
      )
    })
  )

  it.effect("embeds many texts in their order, each text once", () =>
    Effect.gen(function* () {
      const { embedMany } = yield* Embedder
      const { usage, vectors } = yield* embedMany({ model, texts: ["one two", "three", "one two"], dimensions: 8 })
      assert.deepStrictEqual(vectors, [
        yield* embed("one two", 8),
        yield* embed("three", 8),
        yield* embed("one two", 8)
      ])
      assert.strictEqual(usage.inputTokens, 3)
    })
  )

  it.effect("keeps its pace with long texts of any script", () =>
    Effect.gen(function* () {
      // A word segmenter that is given the whole text takes minutes for these.
      for (const input of ["Return it in thirty days. ".repeat(20_000), "日本語の音声認識は難しい".repeat(20_000)]) {
        assert.lengthOf(yield* embed(input), 256)
      }
    })
  )

  describe("refuses", () => {
    it.effect("an encoding format that it does not have", () =>
      Effect.gen(function* () {
        const { embed } = yield* Embedder
        const error = yield* Effect.flip(embed({ model, input: "hello", encoding_format: "base64" }))
        assert(error._tag === "GatewayBadRequest")
        assert.strictEqual(error.detail, "encoding_format must be float")
        assert.strictEqual(error.operation, "createEmbeddings")
      })
    )

    it.effect("more dimensions than it can give", () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(embed("hello", EmbedderEngine.largestDimension + 1))
        assert(error._tag === "GatewayBadRequest")
        assert.strictEqual(error.detail, "dimensions must be 8192 or less")
        assert.lengthOf(yield* embed("hello", EmbedderEngine.largestDimension), 8_192)
      })
    )

    it.effect("a request that does not fit, by each field", () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(embed("hello", -1))
        assert(error._tag === "GatewayInvalidRequest")
        assert.deepStrictEqual(
          error.issues.map(({ path }) => path),
          ["dimensions"]
        )
      })
    )
  })
})
