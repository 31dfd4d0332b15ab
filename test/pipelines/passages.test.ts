import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import type { Passage } from "effect-model-gateway"
import { PassageOptions, passagesOf } from "effect-model-gateway"

const cut = (text: string, options: Partial<PassageOptions> = {}): ReadonlyArray<Passage> =>
  passagesOf(text, PassageOptions.make(options))

const texts = (text: string, options?: Partial<PassageOptions>): ReadonlyArray<string> =>
  cut(text, options).map((passage) => passage.text)

/** Each sentence by itself: no two fit, and none is cut, for the longest is the size. */
const sentences = (text: string, longest: number, locale?: string) =>
  texts(text, { size: longest, ...(locale === undefined ? {} : { locale }) })

describe("passagesOf", () => {
  it("takes as many whole sentences as fit, by the length without the space around them", () => {
    const text = "  One is here. Two is here. Three is here.\n\nFour. "
    assert.deepStrictEqual(cut(text, { size: 25 }), [
      { index: 0, start: 2, end: 27, text: "One is here. Two is here." },
      { index: 1, start: 28, end: 49, text: "Three is here.\n\nFour." }
    ])
    assert.deepStrictEqual(texts(text, { size: 24 }), ["One is here.", "Two is here.", "Three is here.\n\nFour."])
  })

  it("is one passage where the text fits, and none where it holds nothing but space", () => {
    assert.deepStrictEqual(cut("Short. And sweet."), [{ index: 0, start: 0, end: 17, text: "Short. And sweet." }])
    assert.deepStrictEqual(
      ["", " ", " \n\t\u3000\u00a0 "].map((text) => cut(text)),
      [[], [], []]
    )
  })

  it("goes by 400 UTF-16 units, no overlap and English where nothing else is said", () => {
    assert.deepStrictEqual(PassageOptions.make({}), { size: 400, overlap: 0, locale: "en" })
    const sentence = `${"word ".repeat(39)}end. `
    assert.deepStrictEqual(
      cut(sentence.repeat(5)).map(({ end, start }) => [start, end]),
      [
        [0, 399],
        [400, 799],
        [800, 999]
      ]
    )
  })

  it("does not end a sentence at a decimal point, nor at an abbreviation amid it", () => {
    assert.deepStrictEqual(sentences("It grew by 3.5 percent. Then it fell.", 23), [
      "It grew by 3.5 percent.",
      "Then it fell."
    ])
    assert.deepStrictEqual(sentences("We use e.g. nails. And glue.", 18), ["We use e.g. nails.", "And glue."])
    assert.deepStrictEqual(sentences("See www.example.com now. Or v2.0.1 later.", 24), [
      "See www.example.com now.",
      "Or v2.0.1 later."
    ])
  })

  it("keeps a closing quote with its sentence", () => {
    assert.deepStrictEqual(sentences('She said "Stop." Then she left. "No!" “Yes?” Maybe.', 16), [
      'She said "Stop."',
      "Then she left.",
      '"No!" “Yes?”',
      "Maybe."
    ])
  })

  it("knows the sentence ends of Chinese and Japanese", () => {
    assert.deepStrictEqual(sentences("今天天气很好。我们去公园吧！你呢？", 7, "zh"), [
      "今天天气很好。",
      "我们去公园吧！",
      "你呢？"
    ])
    assert.deepStrictEqual(sentences("今日は晴れです。公園に行きましょう。", 10, "ja"), [
      "今日は晴れです。",
      "公園に行きましょう。"
    ])
  })

  it("cuts a sentence that is too long between words", () => {
    assert.deepStrictEqual(texts("first one two three four five. Next.", { size: 13 }), [
      "first one two",
      "three four",
      "five. Next."
    ])
    assert.deepStrictEqual(texts("今天天气很好我们去公园", { size: 4, locale: "zh" }), [
      "今天天气",
      "很好我们",
      "去公园"
    ])
    const unpunctuated = "so then we went on and on ".repeat(200)
    const passages = texts(unpunctuated, { size: 100 })
    assert.strictEqual(passages.join(" "), unpunctuated.trim())
    for (const passage of passages.slice(0, -1)) assert.isAbove(passage.length, 90)
  })

  it("cuts a word that is too long between characters", () => {
    assert.deepStrictEqual(texts("a abcdefghij k.", { size: 4 }), ["a", "abcd", "efgh", "ij k", "."])
    assert.deepStrictEqual(texts("𠮷".repeat(5), { size: 3 }), ["𠮷", "𠮷", "𠮷", "𠮷", "𠮷"])
    assert.deepStrictEqual(texts("e\u0301".repeat(4), { size: 5 }), ["e\u0301e\u0301", "e\u0301e\u0301"])
  })

  it("begins a passage with the last whole sentences of the one before, as far as the overlap allows", () => {
    const text = "Aa aa. Bb bb. Cc cc. Dd dd. Ee ee."
    const three = { size: 20 }
    assert.deepStrictEqual(texts(text, three), ["Aa aa. Bb bb. Cc cc.", "Dd dd. Ee ee."])
    assert.deepStrictEqual(texts(text, { ...three, overlap: 5 }), texts(text, three))
    assert.deepStrictEqual(texts(text, { ...three, overlap: 6 }), ["Aa aa. Bb bb. Cc cc.", "Cc cc. Dd dd. Ee ee."])
    assert.deepStrictEqual(texts(text, { ...three, overlap: 13 }), [
      "Aa aa. Bb bb. Cc cc.",
      "Bb bb. Cc cc. Dd dd.",
      "Cc cc. Dd dd. Ee ee."
    ])
  })

  it("ends whatever the overlap, and repeats no passage", () => {
    const text = "Aa aa. Bb bb. Cc cc. Dd dd. Ee ee."
    assert.deepStrictEqual(texts(text, { size: 13, overlap: 1_000 }), [
      "Aa aa. Bb bb.",
      "Bb bb. Cc cc.",
      "Cc cc. Dd dd.",
      "Dd dd. Ee ee."
    ])
    assert.deepStrictEqual(texts("Aa aa. Bb bb. Cc cc cc cc cc cc.", { size: 20, overlap: 1_000 }), [
      "Aa aa. Bb bb.",
      "Cc cc cc cc cc cc."
    ])
    assert.deepStrictEqual(texts(text, { size: 6, overlap: 1_000 }), ["Aa aa.", "Bb bb.", "Cc cc.", "Dd dd.", "Ee ee."])
  })
})

describe("passages of a long text", () => {
  const times = (part: string, length: number) => part.repeat(length / part.length)

  it("are found in time where it has no punctuation", () => {
    const text = times("so then we went on and on ", 300_000)
    const found = texts(text)
    assert.strictEqual(found.join(" "), text.trim())
    for (const passage of found.slice(0, -1)) assert.isAbove(passage.length, 390)
  })

  it("are found in time where it has sentences, and are these", () => {
    const sentence = 'She paid 3.5 (e.g. in "cash") at www.example.com. '
    const found = texts(times(sentence, 400_000), { size: sentence.length - 1 })
    assert.lengthOf(found, 8_000)
    assert.deepStrictEqual([...new Set(found)], [sentence.trim()])
  })

  it("are the words where these are all that fits", () => {
    const found = texts(times("can't ", 30_000), { size: 5 })
    assert.lengthOf(found, 5_000)
    assert.deepStrictEqual([...new Set(found)], ["can't"])
  })

  it("are the characters where these are all that fits", () => {
    for (const [character, size] of [["𠮷", 3] as const, ["👩‍👩‍👧", 8] as const, ["e\u0301", 3] as const]) {
      const found = texts(character.repeat(6_000), { size })
      assert.lengthOf(found, 6_000)
      assert.deepStrictEqual([...new Set(found)], [character])
    }
  })

  it("begin with the sentence that follows a very long one, wherever that ends", () => {
    for (let length = 3_900; length < 4_200; length++) {
      const long = `${"Aa ".repeat(length / 3)}${"b".repeat(length % 3)}.`
      const given = `First. ${long} Next is here.`
      // Room for a word more than the long sentence, which it does not get.
      assert.deepStrictEqual(texts(given, { size: long.length + 5 }), ["First.", long, "Next is here."])
    }
  })

  it("do not begin amid a very long sentence", () => {
    for (const start of ["", "X"]) {
      const long = `${start}${"U.S.".repeat(2_000)} is here.`
      const given = `First. ${long} Next is here.`
      assert.deepStrictEqual(texts(given, { size: long.length + 5 }), ["First.", long, "Next is here."])
    }
  })
})

/** Texts of words, sentences and space of many kinds, and of anything. */
const anyText = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "Dr. ",
          "3.5 ",
          "end. ",
          "Why? ",
          "“Go!” ",
          "\n\n",
          "。",
          "今日は",
          "𠮷",
          "👩‍👩‍👧",
          "e\u0301",
          "\u3000"
        ),
        fc.integer({ min: 1, max: 8 }).map((words) => `${"Aa ".repeat(words)}end. `),
        fc.string({ minLength: 1, maxLength: 30 }).map((word) => `${word} `)
      ),
      { maxLength: 40 }
    )
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 200 })
)
const anyOptions = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(400)),
  overlap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 80 })),
  locale: fc.constantFrom("en", "zh", "ja", "de")
})
const passages = fc.tuple(anyText, anyOptions).map(([text, options]) => ({ text, options, found: cut(text, options) }))

describe("passages of any text", () => {
  it.prop("stand where they say, are numbered from 0, and go on", [passages], ([{ found, text }]) => {
    for (const [i, { end, index, start, text: own }] of found.entries()) {
      assert.strictEqual(index, i)
      assert.strictEqual(text.slice(start, end), own)
      assert.isAbove(start, found[i - 1]?.start ?? -1)
      assert.isAbove(end, found[i - 1]?.end ?? 0)
    }
  })

  it.prop("are no longer than the size, and have no space around them", [passages], ([{ found, options }]) => {
    for (const { text } of found) {
      assert.isAtMost(text.length, options.size)
      assert.strictEqual(text, text.trim())
      assert.isNotEmpty(text)
    }
  })

  it.prop("leave out nothing but space", [passages], ([{ found, text }]) => {
    let covered = 0
    for (const { end, start } of [...found, { start: text.length, end: text.length }]) {
      if (start > covered) assert.strictEqual(text.slice(covered, start).trim(), "")
      covered = Math.max(covered, end)
    }
  })

  it.prop("share no more than the overlap, and nothing where it is 0", [passages], ([{ found, options }]) => {
    for (const [i, { start }] of found.entries()) {
      assert.isAtMost((found[i - 1]?.end ?? start) - start, options.overlap)
    }
  })

  it.prop("could not have taken one more sentence", [anyText], ([text]) => {
    const size = 40
    for (const [i, { end, start }] of cut(text, { size }).entries()) {
      const next = cut(text, { size })[i + 1]
      // The next passage begins with one sentence at least, and does not fit as a whole.
      if (next !== undefined) assert.isAbove(next.end - start, size, text.slice(start, end))
    }
  })

  it.prop("cut no character in two where the size has room for it", [anyText], ([text]) => {
    const whole = (part: string) => !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(part)
    fc.pre(!/(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/.test(text))
    for (const part of texts(text, { size: 12 })) assert.isTrue(whole(part), JSON.stringify(part))
  })
})
