import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { Path } from "effect-model-gateway"

describe("Path", () => {
  it("knows its parameters, in order", () => {
    assert.deepStrictEqual(Path.parameters("/v1/rerank"), [])
    assert.deepStrictEqual(Path.parameters("/a/{one}/b/{two}:do"), ["one", "two"])
  })

  it.each<readonly [Path.PathTemplate, Readonly<Record<string, unknown>>, string]>([
    ["/v1/rerank", {}, "/v1/rerank"],
    ["/v1/rerank", { query: "a" }, "/v1/rerank"],
    ["/m/{model}:do", { model: "painter-2" }, "/m/painter-2:do"],
    ["/m/{model}:do", { model: "vendor/painter:2 x?#%" }, "/m/vendor%2Fpainter%3A2%20x%3F%23%25:do"],
    ["/m/{model}:do", { model: "$&$1" }, "/m/%24%26%241:do"],
    ["/a/{x}/{y}/{x}", { x: 7, y: "..." }, "/a/7/.../7"],
    ["/a/{x}", { x: "🌊" }, "/a/%F0%9F%8C%8A"],
    ["/a/{x}", { x: "{y}", y: "z" }, "/a/%7By%7D"]
  ])("%s is filled with %j", (template, values, path) => {
    assert.strictEqual(Either.getOrThrow(Path.fill(template, values)), path)
  })

  it.each([undefined, null, "", ".", "..", true, {}, ["a"], "\ud83c", "a\udf0a\ud83c"])(
    "names the first parameter that has no usable value: %j",
    (bad) => {
      assert.deepStrictEqual(Either.flip(Path.fill("/a/{x}/{y}/{z}", { x: "1", y: bad })), Either.right("y"))
    }
  )

  it.prop(
    "gives each value a segment of its own, from which it comes back",
    [FastCheck.fullUnicodeString()],
    ([value]) => {
      const filled = Path.fill("/a/{x}:do/{x}", { x: value })
      if (["", ".", ".."].includes(value)) return assert.deepStrictEqual(Either.flip(filled), Either.right("x"))
      const { pathname } = new URL(Either.getOrThrow(filled), "https://gateway.test")
      assert.deepStrictEqual(pathname.split("/").map(decodeURIComponent), ["", "a", `${value}:do`, value])
    }
  )

  it.each<readonly [Path.PathTemplate, string]>([
    ["/v1/rerank", "/v1/rerank"],
    ["/v1beta/models/{model}:generateContent", "/v1beta/models/:model(^[^]+)::generateContent"],
    ["/tasks/{id}", "/tasks/:id"],
    ["/tasks/{id}/parts/{part}", "/tasks/:id/parts/:part"],
    ["/tasks:list", "/tasks::list"]
  ])("%s is the router's %s", (template, pattern) => {
    assert.strictEqual(Path.routerPattern(template), pattern)
  })
})
