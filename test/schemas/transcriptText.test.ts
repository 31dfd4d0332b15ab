import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Option, Schema } from "effect"
import { findTranscriptText, readTranscriptAs } from "effect-model-gateway"

const segment = (text: string) => ({ start: 0, end: 1200, speaker: "1", text })

/** The text that is found; null where none is. */
const found = (structure: unknown) => Option.getOrNull(findTranscriptText(structure))

describe("findTranscriptText", () => {
  it.each<readonly [what: string, structure: unknown, text: string]>([
    ["a text", "Good morning.", "Good morning."],
    ["a text with space around", " Good morning.\n", "Good morning."],
    ["an object with a text", { text: "Good morning." }, "Good morning."],
    ["a list of texts", ["Good morning.", "Tides turn."], "Good morning. Tides turn."],
    ["a list of segments", [segment("Good morning."), segment("Tides turn.")], "Good morning. Tides turn."],
    ["segments below a name", { language: "en", segments: [segment("Good"), segment("morning.")] }, "Good morning."],
    ["two names deep", { result: { sentences: [segment("Good morning.")] } }, "Good morning."],
    [
      "a list of lists",
      [[segment("Good"), segment("morning.")], [segment("Tides turn.")]],
      "Good morning. Tides turn."
    ],
    ["a text beside its words", { words: [segment("Good")], text: "Good morning." }, "Good morning."],
    ["segments with words", [{ text: "Good morning.", words: [segment("Good")] }], "Good morning."],
    ["an empty text beside segments", { text: "", segments: [segment("Good morning.")] }, "Good morning."],
    ["JSON in a string", JSON.stringify({ segments: [segment("Good morning.")] }), "Good morning."],
    ["JSON in JSON", JSON.stringify({ text: JSON.stringify([segment("Good morning.")]) }), "Good morning."],
    ["JSON in a string below a name", { result: JSON.stringify([segment("Good morning.")]) }, "Good morning."],
    ["a text that only begins like JSON", "[Music] Good morning.", "[Music] Good morning."],
    [
      "texts of which some are empty",
      [segment(""), segment("Good"), segment(""), segment("morning.")],
      "Good morning."
    ],
    ["Chinese segments", [segment("早上好。"), segment("潮起潮落。")], "早上好。潮起潮落。"],
    ["rare Chinese characters", [segment("姓𠮷"), segment("𠮷田")], "姓𠮷𠮷田"],
    ["Japanese and Thai segments", [segment("おはよう"), segment("カタカナ"), segment("สวัสดี")], "おはようカタカナสวัสดี"],
    [
      "segments of both kinds of script",
      [segment("早上好"), segment("Good morning"), segment("再见")],
      "早上好 Good morning 再见"
    ],
    ["Korean segments, which have spaces", [segment("좋은"), segment("아침")], "좋은 아침"],
    [
      "segments beside an object with a text",
      { speaker: { text: "Agent" }, segments: [segment("Good"), segment("morning.")] },
      "Good morning."
    ],
    [
      "a list, as JSON in a string, beside an object with a text",
      { summary: { text: "Greetings" }, transcript: JSON.stringify([segment("Good morning.")]) },
      "Good morning."
    ],
    ["segments that are texts", { segments: ["Good", "morning."] }, "Good morning."],
    ["a list of texts under text", { text: ["Good", "morning."] }, "Good morning."],
    [
      "lists with the same text",
      { sentences: [segment("Good morning.")], words: [segment("Good"), segment("morning.")] },
      "Good morning."
    ],
    ["objects with the same text", { a: segment("Good morning."), b: segment("Good morning.") }, "Good morning."],
    ["an empty list beside a text", { a: [segment("")], b: [segment("Good morning.")] }, "Good morning."],
    ["an empty text beside an object", { text: "", result: segment("Good morning.") }, "Good morning."],
    ["silence: an empty text", "", ""],
    [
      "silence: empty segments beside an object with a text",
      { speaker: segment("Agent"), segments: [segment("")] },
      ""
    ],
    ["silence: an empty text in an object", { text: "", duration: 5 }, ""],
    ["silence: empty segments", [segment(""), segment("")], ""]
  ])("reads %s", (_, structure, text) => {
    assert.strictEqual(found(structure), text)
  })

  it.each<readonly [what: string, structure: unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a number", 42],
    ["a truth value", true],
    ["an empty list", []],
    ["an empty object", {}],
    ["a list of numbers", [1, 2, 3]],
    ["an object of codes", { language: "en", status: "done", id: "7412" }],
    ["a list of languages", { languages: ["en", "zh"] }],
    ["languages in lists of lists", { meta: { languages: [["en"], ["zh"]] } }],
    ["segments that are one string", { segments: "en" }],
    ["lists with different texts", { channel_0: [segment("Good morning.")], channel_1: [segment("Tides turn.")] }],
    ["objects with different texts", { summary: segment("Greetings"), transcript: segment("Good morning.") }],
    ["segments of which one could be two texts", [segment("Good"), { a: segment("x"), b: segment("y") }]],
    ["lists that could be two texts, beside an object", { a: [segment("x")], b: [segment("y")], c: segment("z") }],
    ["a text that could be two, beside segments", { text: { a: segment("x"), b: segment("y") }, c: [segment("z")] }],
    ["a text that is a number", { text: 42 }],
    ["a text that is null", { text: null }],
    ["JSON without a text", '{"language":"en"}']
  ])("finds none in %s", (_, structure) => {
    assert.isNull(found(structure))
  })

  /** So many lists, objects or both, one within the other. */
  const nested = (levels: number, open: string, close: string) =>
    `${open.repeat(levels)}${JSON.stringify(segment("Good morning."))}${close.repeat(levels)}`

  it.each([
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"text":', "}]"]
  ])("looks into what is deep, not into what is without end: %s", (open, close) => {
    assert.strictEqual(found(nested(40, open, close)), "Good morning.")
    assert.isNull(found(nested(10_000, open, close)))
    assert.isNull(found(JSON.parse(nested(10_000, open, close))))
  })

  /** A word that no part of a nesting could be taken for. */
  const word = FastCheck.stringMatching(/^[a-z]{1,8}$/)

  const noise = FastCheck.dictionary(
    FastCheck.constantFrom("id", "language", "speaker", "start", "tags", "meta"),
    FastCheck.oneof(FastCheck.integer(), FastCheck.constantFrom<unknown>("en", null, true, ["en", "zh"], { v: "2.1" }))
  )

  const name = FastCheck.constantFrom("segments", "result", "data", "sentences", "channel_0")

  /** A structure of any nesting, with the words that it holds, in order. */
  const { node } = FastCheck.letrec<{ readonly node: readonly [unknown, ReadonlyArray<string>] }>((tie) => ({
    node: FastCheck.oneof(
      { depthSize: "small", withCrossShrink: true },
      FastCheck.tuple(word, noise).map(([text, rest]): [unknown, ReadonlyArray<string>] => [{ ...rest, text }, [text]]),
      FastCheck.array(tie("node"), { minLength: 1, maxLength: 4 }).map((nodes): [unknown, ReadonlyArray<string>] => [
        nodes.map(([structure]) => structure),
        nodes.flatMap(([, words]) => words)
      ]),
      FastCheck.tuple(name, tie("node"), noise).map(
        ([under, [structure, words], rest]): [unknown, ReadonlyArray<string>] => [
          { ...rest, [under]: structure },
          words
        ]
      ),
      tie("node").map(([structure, words]): [unknown, ReadonlyArray<string>] => [
        typeof structure === "string" ? structure : JSON.stringify(structure),
        words
      ])
    )
  }))

  it.prop("reads all the words out of any nesting of them", [node], ([[structure, words]]) => {
    assert.strictEqual(found(structure), words.join(" "))
  })

  it.prop("never fails, whatever it is given", [FastCheck.anything()], ([structure]) => {
    assert.include(["string", "object"], typeof found(structure))
  })
})

describe("readTranscriptAs", () => {
  const read = readTranscriptAs(Schema.Struct({ said: Schema.Array(Schema.String) }), ({ said }) => said.join(" "))

  it("reads a structure by a schema and a function, and finds none in another", () => {
    assert.strictEqual(Option.getOrNull(read({ said: ["Tides", "turn."] })), "Tides turn.")
    assert.isNull(Option.getOrNull(read({ text: "Tides turn." })))
    assert.isNull(Option.getOrNull(read(undefined)))
  })
  it("finds none where the function throws", () => {
    const first = readTranscriptAs(Schema.Array(Schema.String), ([text]) => {
      if (text === undefined) throw new Error("no segments")
      return text
    })
    assert.deepStrictEqual(
      [["Tides turn."], []].map((texts) => Option.getOrNull(first(texts))),
      ["Tides turn.", null]
    )
  })
})
