import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Option, Schema } from "effect"
import {
  ChatImageResponse,
  NativeImageResponse,
  readChatReply,
  readNativeReply,
  writeChatReply,
  writeNativeReply
} from "effect-model-gateway"
import { anyImage, base64, imageOf, images } from "../support/images.js"

const png = imageOf("image/png")
const jpeg = imageOf("image/jpeg")
const data = base64(png)

/** A reply as it was read, with null for each image that is broken. */
const plain = ({ images, ...rest }: ReturnType<typeof readChatReply>) => ({
  ...rest,
  images: images.map(Option.getOrNull)
})

/** Reads a chat reply whose choices have these contents. */
const readChat = (...contents: ReadonlyArray<string | null>) =>
  plain(
    readChatReply(
      Schema.decodeUnknownSync(ChatImageResponse)({ choices: contents.map((content) => ({ message: { content } })) })
    )
  )

/** Reads a native reply of one candidate with these parts. */
const readNative = (...parts: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
  plain(readNativeReply(Schema.decodeUnknownSync(NativeImageResponse)({ candidates: [{ content: { parts } }] })))

const broken = null

describe("a chat reply", () => {
  it.each([
    ["the image alone", `![image](data:image/png;base64,${data})`, ""],
    ["text before", `Here it is:\n\n![image](data:image/png;base64,${data})`, "Here it is:"],
    ["text around", `Before ![a](data:image/png;base64,${data}) and after.`, "Before  and after."],
    ["no alternative text", `![](data:image/png;base64,${data})`, ""],
    ["brackets in the alternative text", `![a \\[small\\] [red] boat](data:image/png;base64,${data})`, ""],
    ["a bracket too many in the alternative text", `![a ] b [ c](data:image/png;base64,${data})`, ""],
    ["another image mark before", `Wow![1] ![a](data:image/png;base64,${data})`, "Wow![1]"],
    ["parentheses in the alternative text", `![a boat (red)](data:image/png;base64,${data})`, ""],
    ["a title", `![a](data:image/png;base64,${data} "A boat")`, ""],
    ["a title in single quotes", `![a](data:image/png;base64,${data} 'A boat')`, ""],
    ["parentheses in the title", `![a](data:image/png;base64,${data} "A boat (red)")`, ""],
    ["a title in parentheses", `![a](data:image/png;base64,${data} (A boat))`, ""],
    ["an apostrophe behind it", `![a](data:image/png;base64,${data}) That's (it)!`, "That's (it)!"],
    ["angle brackets", `![a](<data:image/png;base64,${data}>)`, ""],
    ["a parameter of the type", `![a](data:image/png;name=a.png;base64,${data})`, ""],
    ["capitals", `![a](DATA:IMAGE/PNG;BASE64,${data})`, ""],
    ["spaces inside the parentheses", `![a]( data:image/png;base64,${data} )`, ""],
    ["line breaks in the base64", `![a](data:image/png;base64,${data.replace(/.{8}/g, "$&\r\n")})`, ""],
    ["no padding", `![a](data:image/png;base64,${data.replace(/=+$/, "")})`, ""],
    ["the URL-safe alphabet", `![a](data:image/png;base64,${data.replaceAll("+", "-").replaceAll("/", "_")})`, ""]
  ])("is read with %s", (_, content, text) => {
    assert.deepInclude(readChat(content), { images: [png], text })
  })

  it("gives several images, in order, and the text between them", () => {
    const reply = readChat(`One:\n![1](data:image/png;base64,${data})\nTwo: ![2](data:;base64,${base64(jpeg)})\nDone.`)
    assert.deepStrictEqual(reply.images, [png, jpeg])
    assert.strictEqual(reply.text.replace(/\s+/g, " "), "One: Two: Done.")
  })

  it("gives the images and texts of all choices", () => {
    const reply = readChat("A ![](data:image/png;base64,AAEC)", null, "", `![](data:image/png;base64,${data}) B`)
    assert.lengthOf(reply.images, 2)
    assert.deepStrictEqual(reply.images[1], png)
    assert.strictEqual(reply.text, "A\n\nB")
  })

  it.each(images)("tells $mimeType by the bytes, whatever is declared", (image) => {
    for (const declared of ["image/png", "image/jpeg", "text/plain", ""]) {
      assert.deepStrictEqual(readChat(`![](data:${declared};base64,${base64(image)})`).images, [image])
    }
  })

  it.each([
    ["a character that base64 has not", "AAAA*AAA"],
    ["padding in the middle", "AA==AAAA"],
    ["one character too many", "AAAAA"],
    ["nothing", ""]
  ])("holds a broken image where its base64 has %s", (_, broken64) => {
    const reply = readChat(`Look: ![](data:image/png;base64,${broken64}) and ![](data:image/png;base64,${data})`)
    assert.deepStrictEqual(reply.images, [broken, png])
    assert.strictEqual(reply.text.replace(/\s+/g, " "), "Look: and")
  })

  it.each([
    "",
    "![a](data:image/png;base64,",
    `![a](data:image/png;base64,${data.slice(0, 20)}`,
    `![a](data:image/png;base64,${data} "A boat (r`
  ])("holds a broken image where it is cut off: %j", (cut) => {
    const reply = readChat(`Look: ${cut}`)
    assert.deepStrictEqual(reply.images, cut === "" ? [] : [broken])
    assert.strictEqual(reply.text, "Look:")
  })

  it.each(["%3Csvg%3E", '<svg fill="rgb(1,2,3)"/>'])("holds a broken image where the data is not base64: %s", (svg) => {
    assert.deepInclude(readChat(`A ![](data:image/svg+xml,${svg}) B`), { images: [broken], text: "A  B" })
  })

  it.each([
    "",
    "I cannot draw that.",
    "![a boat](https://files.test/boat.png)",
    "[a file](data:image/png;base64,AAAA)",
    `data:image/png;base64,${data}`
  ])("holds no image: %j", (content) => {
    assert.deepInclude(readChat(content), { images: [], text: content })
  })

  it("keeps an image that is only linked in the text, beside one that is inside", () => {
    const reply = readChat(`![far](https://files.test/boat.png) ![near](data:image/png;base64,${data})`)
    assert.deepInclude(reply, { images: [png], text: "![far](https://files.test/boat.png)" })
  })

  it("of many megabytes is read", () => {
    const bytes = new Uint8Array(24_000_000).fill(7)
    const reply = readChat(`Big: ![a](data:image/png;base64,${Buffer.from(bytes).toString("base64")})`)
    assert.strictEqual(reply.images[0]?.bytes.length, bytes.length)
  })

  it.each([
    ["a title that is never closed", "![a](data:image/png;base64,", "A", "(x("],
    ["images that never end", "", "![", ""],
    ["targets that never end", "", "](data:", ""],
    ["images without a comma", "", "![](data:", ""],
    ["images without an end", "", "![](data:;base64,", ""],
    ["quotes", "![a](data:,", "\"' ", ""],
    ["parentheses", "![a](data:,", "(", ""],
    ["spaces", "![a](", " ", ""],
    ["data URIs that are none", "![](data:,)", "data:", ""]
  ])("of two million characters is read with %s", (_, before, unit, after) => {
    const reply = readChat(before + unit.repeat(2_000_000 / unit.length) + after)
    assert.isTrue(reply.images.every((image) => image === broken))
  })

  it("loses no image to one before it that is cut off", () => {
    const reply = readChat(`A ![1](data:image/png;base64,${data.slice(0, 20)}\n\n![2](data:image/png;base64,${data}) B`)
    assert.deepInclude(reply, { images: [broken, png], text: "A  B" })
  })

  it("is broken where it ends before the data", () => {
    assert.deepInclude(readChat("A ![1](data:image/png;bas"), { images: [broken], text: "A" })
  })

  it("holds no bytes in the text around an image, and keeps them where they are all that came", () => {
    const html = `<img src="data:image/png;base64,${data}">`
    assert.deepInclude(readChat(`${html} ![a](data:image/png;base64,${data})`), {
      images: [png],
      text: '<img src="<data>">'
    })
    assert.deepInclude(readChat(html), { images: [], text: html })
  })

  const image = { message: { content: `![a](data:image/png;base64,${data})` } }
  const texts = [{ text: image.message.content }, { image_url: "x" }, null, 5, { text: 5 }, { text: "B" }]
  it.each([
    ["no message", {}, [png], ""],
    ["a message that is null", { message: null }, [png], ""],
    ["a message of another shape", { message: "no" }, [png], ""],
    ["a number for a content", { message: { content: 5 } }, [png], ""],
    ["an object for a content", { message: { content: { text: "A" } } }, [png], ""],
    ["a content in parts", { message: { content: texts } }, [png, png], "B"]
  ])("keeps the image of one choice beside %s in another", (_, other, images, text) => {
    const reply = Schema.decodeUnknownSync(ChatImageResponse)({ choices: [image, other] })
    assert.deepInclude(plain(readChatReply(reply)), { images, text })
  })

  it("may have null for its choices, and not none at all, for then it is no chat reply", () => {
    const reply = Schema.decodeUnknownSync(ChatImageResponse)({ choices: null })
    assert.deepInclude(plain(readChatReply(reply)), { images: [], text: "" })
    assert.throws(() => Schema.decodeUnknownSync(ChatImageResponse)({}))
  })

  it("gives usage and finish reason", () => {
    const reply = Schema.decodeUnknownSync(ChatImageResponse)({
      choices: [
        { message: { content: "no" }, finish_reason: null },
        { message: {}, finish_reason: "length" }
      ],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: null }
    })
    assert.deepStrictEqual(readChatReply(reply), {
      images: [],
      text: "no",
      usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
      finishReason: "length"
    })
    assert.deepInclude(readChat("a"), { usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } })
  })
})

describe("a native reply", () => {
  it.each([
    ["inlineData", { inlineData: { mimeType: "image/png", data } }],
    ["inline_data", { inline_data: { mime_type: "image/png", data } }],
    ["a part with a text of its own", { inlineData: { data }, text: "" }],
    ["the URL-safe alphabet", { inlineData: { data: data.replaceAll("+", "-").replaceAll("/", "_") } }],
    ["line breaks", { inlineData: { data: data.replace(/.{8}/g, "$&\n") } }],
    ["no padding", { inlineData: { data: data.replace(/=+$/, "") } }]
  ])("is read with %s", (_, part) => {
    assert.deepInclude(readNative(part), { images: [png], text: "" })
  })

  it("gives images and texts of all candidates, in order", () => {
    const given = readNativeReply(
      Schema.decodeUnknownSync(NativeImageResponse)({
        candidates: [
          { content: { parts: [{ text: "One." }, { inlineData: { data } }, { text: "Two." }] }, finishReason: null },
          { content: null, finishReason: "STOP" },
          { content: { parts: null } },
          { content: { parts: [{ inlineData: { data: base64(jpeg), mimeType: "image/png" } }, { thought: true }] } }
        ],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 9 }
      })
    )
    assert.deepStrictEqual(plain(given), {
      images: [png, jpeg],
      text: "One.\n\nTwo.",
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 9 },
      finishReason: "STOP"
    })
  })

  it.each([{}, { data: null }, { data: 5 }, { data: "" }, { data: "AAAA*" }, { data: "AAAAA" }])(
    "holds a broken image where the inline data is %j",
    (holder) => {
      assert.deepStrictEqual(readNative({ inlineData: holder }, { inlineData: { data } }).images, [broken, png])
    }
  )

  it.each([{ text: "I cannot draw that." }, { fileData: { fileUri: "https://files.test/boat.png" } }, {}])(
    "holds no image: %j",
    (part) => {
      assert.deepStrictEqual(readNative(part).images, [])
    }
  )

  it("may be empty", () => {
    for (const nothing of [{}, { candidates: null }, { candidates: [] }]) {
      const reply = readNativeReply(Schema.decodeUnknownSync(NativeImageResponse)(nothing))
      assert.deepInclude(reply, { images: [], text: "", finishReason: undefined })
    }
  })

  it("is read by a function of the caller's", () => {
    const reply = Schema.decodeUnknownSync(NativeImageResponse)({
      candidates: [{ content: { parts: [{ png: data }] } }]
    })
    const read = readNativeReply(reply, (part) => Option.fromNullable(part.png).pipe(Option.map(String)))
    assert.deepStrictEqual(plain(read).images, [png])
  })
})

describe("what is written is what is read", () => {
  const tokens = FastCheck.nat(1_000_000)
  const reply = FastCheck.record({
    images: FastCheck.array(anyImage, { maxLength: 4 }),
    text: FastCheck.lorem({ mode: "sentences" }).map((text) => text.trim()),
    usage: FastCheck.record({ inputTokens: tokens, outputTokens: tokens, totalTokens: tokens }),
    finishReason: FastCheck.constantFrom("stop", "length")
  })
  const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

  it.prop("in the chat style", [reply, FastCheck.boolean()], ([given, silent]) => {
    const written = { ...given, text: silent ? "" : given.text }
    const wire = Schema.encodeSync(ChatImageResponse)(writeChatReply(written, { id: "c-1", model: "m", created: 5 }))
    const read = readChatReply(Schema.decodeUnknownSync(ChatImageResponse)(json(wire)))
    assert.deepStrictEqual(plain(read), written)
    assert.deepInclude(wire, { id: "c-1", model: "m", created: 5, object: "chat.completion" })
  })

  it.prop("in the native style", [reply, FastCheck.boolean()], ([given, silent]) => {
    const written = { ...given, text: silent ? "" : given.text }
    const wire = Schema.encodeSync(NativeImageResponse)(writeNativeReply(written))
    const read = readNativeReply(Schema.decodeUnknownSync(NativeImageResponse)(json(wire)))
    assert.deepStrictEqual(plain(read), written)
  })
})
