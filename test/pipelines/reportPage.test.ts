import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { ItemRecord, RunAbout } from "effect-model-gateway"
import { reportHtml, reportOf } from "effect-model-gateway"
import { began, runRecords } from "./support/runRecords.js"

const page = (records: Iterable<ItemRecord>, about: Partial<RunAbout> = {}) =>
  Effect.map(reportOf(Stream.fromIterable(records), { run: "nightly", pipeline: "search", ...about }), reportHtml)

const item = (state: ItemRecord["state"], took: number, more: Partial<ItemRecord> = {}): ItemRecord => ({
  item: "a",
  state,
  startedAt: began,
  endedAt: state === "done" || state === "failed" ? began + took : undefined,
  steps: [],
  calls: [],
  ...more
})

/** What a page says, without its style and its tags, on one line. */
const textOf = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")

describe("the page of a report", () => {
  it.effect.each([
    [[item("done", 3_200)], "1 item done, in 3.2 s."],
    [[item("done", 200_400), item("done", 1)], "All 2 items done, in 3 min 20 s."],
    [[item("done", 59_700), item("failed", 1)], "1 of 2 items done, 1 failed, in 1 min."],
    [[item("failed", 3_600_000), item("running", 0)], "0 of 2 items done, 1 failed, 1 still running, in 1 h."],
    [[item("suspended", 0), item("done", 93_784_000)], "1 of 2 items done, 1 suspended, in 1 d 2 h."],
    [[item("done", 450)], "1 item done, in 450 ms."],
    [[item("done", 9_960)], "1 item done, in 10 s."],
    [[], "No item was started."]
  ] as const)("says in a sentence what became of the items: %#", ([records, sentence]) =>
    Effect.map(page(records), (html) => assert.include(textOf(html), ` ${sentence} `))
  )

  it.effect("separates thousands", () =>
    Effect.map(page(Array.from({ length: 1234 }, () => item("done", 1000))), (html) =>
      assert.include(textOf(html), "All 1,234 items done, in 1 s.")
    )
  )

  it.effect("says why a run stopped, and what it cost and what has no price", () =>
    Effect.gen(function* () {
      const cost = { currency: "EUR", amount: 1234.5, unknown: ["m1", "m2", "m3", "m4"] }
      const text = textOf(yield* page([item("done", 1)], { stopped: "too many failures", cost }))
      assert.include(text, "Stopped before its end: too many failures")
      assert.include(text, "1,234.50 EUR without m1, m2, m3 and 1 other")
      const whole = textOf(yield* page([item("done", 1)], { cost: { ...cost, amount: 0.00417, unknown: [] } }))
      assert.include(whole, "0.0042 EUR")
      assert.notInclude(whole, "Stopped")
      assert.notInclude(whole, "without")
    })
  )

  it.effect("leaves out what there is nothing to say of", () =>
    Effect.gen(function* () {
      const bare = textOf(yield* page([item("done", 1000)]))
      for (const word of ["Failures", "Calls", "Retries", "Cooldown", "Tokens", "Cost", "not ended", "Failed"]) {
        assert.notInclude(bare, word)
      }
      const none = textOf(yield* page([]))
      for (const word of ["Timeline", "Steps", "a minute"]) assert.notInclude(none, word)
    })
  )

  it.effect("puts the failures before all else, each kind with its first items, and folds the seventh kind away", () =>
    Effect.gen(function* () {
      const html = yield* page(
        Array.from({ length: 9 }, (_, index) =>
          item("failed", 1000, {
            failure: { tag: `Tag${index}`, message: `message ${index}`, traceId: `trace-${index}`, step: "s" }
          })
        )
      )
      const places = [
        '<h2 id="failures"',
        "Tag5",
        "3 more kinds of failure",
        "Tag6",
        "trace-8",
        "</details>",
        '<h2 id="timeline"'
      ]
      const found = places.map((place) => html.indexOf(place))
      assert.deepStrictEqual(
        found,
        [...found].sort((a, b) => a - b)
      )
      assert.notInclude(found, -1)
    })
  )

  const evil = [
    "<script>alert(1)</script>",
    "</style></title><img src=x onerror=alert(2)>",
    '" onmouseover="alert(3)',
    "' onfocus='alert(4)",
    "]]>--><!--",
    "a\u0000b\u001b[31m\u007f\u0085c",
    "safe\u202egpj.exe\u2066\u200f",
    "half \ud800 pair",
    "&lt;b&gt;&#39;",
    "w".repeat(10_000),
    "😀".repeat(5000)
  ]
  const everywhere = (texts: ReadonlyArray<string>) =>
    texts.map((text) =>
      item("failed", 5000, {
        item: text,
        steps: [{ step: text, state: "failed", startedAt: began, endedAt: began + 10 }],
        failure: { tag: text, message: text, step: text, traceId: text },
        calls: [
          {
            operation: text,
            model: text,
            safety: "Read",
            calls: 1,
            attempts: 1,
            failed: 1,
            unknown: 0,
            usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
            took: 1,
            backoff: 0,
            cooldown: 0
          }
        ]
      })
    )

  const pageOf = (texts: ReadonlyArray<string>, about: string, others: number) =>
    page([...everywhere(texts), ...Array.from({ length: others }, () => item("done", 1))], {
      run: about,
      pipeline: about,
      stopped: about,
      cost: { currency: about, amount: 1, unknown: [about] }
    })

  const tagsOf = (html: string) => html.match(/<\/?[a-z!][\w-]*/gi)

  for (const others of [0, 200]) {
    it.effect(`escapes whatever the data says, wherever it says it, beside ${others} other items`, () =>
      Effect.gen(function* () {
        const harmless = evil.map((_, index) => `text ${index}`)
        const tags = tagsOf(yield* pageOf(harmless, "text", others))
        for (const about of evil) {
          const html = yield* pageOf(evil, about, others)
          assert.deepStrictEqual(tagsOf(html), tags)
          assert.notMatch(html, /\son[a-z]+=["']/)
          assert.notMatch(html, /[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}/u)
          assert.notInclude(html, "w".repeat(1001))
          assert.notInclude(textOf(html), "w".repeat(501))
        }
        const html = yield* pageOf(evil, "about", others)
        assert.include(html, "safe[U+202E]gpj.exe[U+2066][U+200F]")
        assert.include(html, "a␀b␛[31m[U+007F][U+0085]c")
        assert.include(html, "&amp;lt;b&amp;gt;&amp;#39;")
      })
    )
  }

  it.effect("stays small, however many items there were", () =>
    Effect.map(page(runRecords({ items: 20_000, concurrency: 200, open: 40 })), (html) =>
      assert.isBelow(html.length, 150_000)
    )
  )
})
