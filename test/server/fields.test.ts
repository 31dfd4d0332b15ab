import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { formatIssues } from "effect-model-gateway"
import { issuesOf, json } from "./support/http.js"
import { serve } from "./support/serve.js"

/** Stands wherever a wrong value is a text: it may not be repeated. */
const secret = "secret-value"

const submit = "/tk/v1/speech/async/process"
const query = "/tk/v1/speech/async/result"
const chat = "/v1/chat/completions"
const native = "/v1beta/models/m:generateContent"
const list = "/api/v3/listAssets"
const listAgain = "/api/v3/ListAssets"
const embed = "/v1/embeddings"
const rerank = "/v1/rerank"
const place = "/tk/v1/videos/generations"

const audio = { uri: "u" }
const messages = [{ role: "user", content: "c" }]
const contents = [{ parts: [{ text: "t" }] }]
const Filter = { GroupId: "g" }
const config = (image_config: unknown) => ({ model: "m", messages, extra_body: { vendor: { image_config } } })
const imageConfig = (inner: unknown) => ({ contents, generationConfig: { imageConfig: inner } })

/** A body with wrong fields, and the path of each. */
const wrong: ReadonlyArray<readonly [path: string, body: unknown, fields: ReadonlyArray<string>]> = [
  // What is missing.
  [submit, {}, ["id", "audio"]],
  [submit, { id: "t", audio: {} }, ["audio.uri"]],
  [query, {}, ["id"]],
  [chat, {}, ["model", "messages"]],
  [chat, { model: "m", messages: [{}] }, ["messages[0].role", "messages[0].content"]],
  [chat, { model: "m", messages, extra_body: {} }, ["extra_body.vendor"]],
  [chat, { model: "m", messages, extra_body: { vendor: {} } }, ["extra_body.vendor.image_config"]],
  [native, {}, ["contents"]],
  [native, { contents: [{}] }, ["contents[0].parts"]],
  [native, { contents: [{ parts: [{ text: "t" }, {}] }] }, ["contents[0].parts[1].text"]],
  [list, {}, ["Filter"]],
  [list, { Filter: {} }, ["Filter.GroupId"]],
  [listAgain, {}, ["Filter"]],
  [embed, {}, ["model", "input"]],
  [rerank, {}, ["model", "query", "documents"]],
  [place, {}, ["model"]],

  // What is empty, and may not be.
  [submit, { id: "", audio: { uri: "" } }, ["id", "audio.uri"]],
  [query, { id: "" }, ["id"]],
  [chat, { model: "", messages: [] }, ["model", "messages"]],
  [native, { contents: [] }, ["contents"]],
  [embed, { model: "", input: "" }, ["model"]],

  // What is of another type; numbers as strings, and strings as numbers, are no exception.
  [submit, { id: 1, type: secret, resId: 1.5, audio: secret }, ["id", "type", "resId", "audio"]],
  [
    submit,
    { id: "t", audio: { uri: "u", rate: 16_000, encoding: 1, aid: null } },
    ["audio.aid", "audio.rate", "audio.encoding"]
  ],
  [query, { id: [secret] }, ["id"]],
  [chat, { model: 1, messages: secret }, ["model", "messages"]],
  [chat, { model: "m", messages, stream: secret }, ["stream"]],
  [
    chat,
    { model: "m", messages: [{ role: "user", content: [{ type: "image_url", text: secret }] }] },
    ["messages[0].content"]
  ],
  [
    chat,
    config({ aspect_ratio: secret, image_size: 2 }),
    ["extra_body.vendor.image_config.aspect_ratio", "extra_body.vendor.image_config.image_size"]
  ],
  [chat, config({ aspect_ratio: "0:1" }), ["extra_body.vendor.image_config.aspect_ratio"]],
  [native, { contents: { parts: secret } }, ["contents"]],
  [
    native,
    { contents, generationConfig: { responseModalities: [secret, 1] } },
    ["generationConfig.responseModalities[1]"]
  ],
  [
    native,
    imageConfig({ aspectRatio: secret, imageSize: {} }),
    ["generationConfig.imageConfig.aspectRatio", "generationConfig.imageConfig.imageSize"]
  ],
  [list, { Filter: secret, PageNumber: "1", PageSize: 0 }, ["Filter", "PageNumber", "PageSize"]],
  [list, { Filter, PageNumber: -1, PageSize: 1.5 }, ["PageNumber", "PageSize"]],
  [listAgain, { Filter: { GroupId: 1 } }, ["Filter.GroupId"]],
  [
    embed,
    { model: "m", input: [secret, 1], dimensions: -1, encoding_format: 1 },
    ["input", "encoding_format", "dimensions"]
  ],
  [embed, { model: "m", input: null, dimensions: 1.5 }, ["input", "dimensions"]],
  [
    rerank,
    { model: "m", query: 1, documents: [secret, { title: secret }], top_n: "2", return_documents: secret },
    ["query", "documents[1]", "top_n", "return_documents"]
  ],
  [
    place,
    { model: "m", duration: "5", seed: 1.5, offPeak: true, voiceList: secret },
    ["duration", "offPeak", "seed", "voiceList"]
  ],
  [place, { model: "m", fileInfos: [{ keepOriginalSound: true }] }, ["fileInfos[0].keepOriginalSound"]],
  [
    place,
    { model: "m", subjectInfos: [{ imageUrls: secret, videoUrls: [1] }] },
    ["subjectInfos[0].imageUrls", "subjectInfos[0].videoUrls[0]"]
  ],

  // What nobody knows, at any depth.
  [submit, { id: "t", audio: { ...audio, bitrate: secret }, taskType: secret }, ["taskType", "audio.bitrate"]],
  [query, { id: "t", taskId: secret }, ["taskId"]],
  [chat, { model: "m", messages: [{ ...messages[0], nickname: secret }], n: 2 }, ["n", "messages[0].nickname"]],
  [chat, config({ aspectRatio: secret }), ["extra_body.vendor.image_config.aspectRatio"]],
  [
    chat,
    { model: "m", messages, extra_body: { vendor: { image_config: {}, other: secret }, more: secret } },
    ["extra_body.more", "extra_body.vendor.other"]
  ],
  [
    native,
    { contents: [{ parts: [{ text: "t", inlineData: secret }], name: secret }] },
    ["contents[0].name", "contents[0].parts[0].inlineData"]
  ],
  [
    native,
    { contents, generationConfig: { seed: 1, imageConfig: { aspect_ratio: secret } } },
    ["generationConfig.seed", "generationConfig.imageConfig.aspect_ratio"]
  ],
  [list, { Filter: { ...Filter, Name: secret }, pageSize: 1 }, ["pageSize", "Filter.Name"]],
  [listAgain, { Filter, Sort: secret }, ["Sort"]],
  [embed, { model: "m", input: "i", users: secret }, ["users"]],
  [rerank, { model: "m", query: "q", documents: [], topN: 1 }, ["topN"]],
  [place, { model: "m", Prompt: secret, voiceList: [{ voiceId: "v", id: secret }] }, ["Prompt", "voiceList[0].id"]],
  [
    place,
    { model: "m", fileInfos: [{ uri: secret }], subjectInfos: [{ imageUrl: secret }] },
    ["fileInfos[0].uri", "subjectInfos[0].imageUrl"]
  ]
]

it.scoped.each(wrong.map(([path, body, fields]) => [path, fields.join(", "), body, fields] as const))(
  "%s names %s",
  ([path, , body, fields]) =>
    Effect.gen(function* () {
      const server = yield* serve()
      const answer = yield* server.send({ path, body: JSON.stringify(body) })
      const issues = issuesOf(answer)
      assert.strictEqual(answer.status, 400)
      assert.sameMembers([...new Set(issues.map((issue) => issue.path))], [...fields])
      assert.deepStrictEqual(json(answer), {
        error: { type: "GatewayInvalidRequest", message: formatIssues(issues), issues },
        traceId: answer.headers["x-request-id"]
      })
      assert.notInclude(answer.bytes.toString(), secret)
      assert.deepStrictEqual(server.called, [])
    })
)
