import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { EmbeddingRequest, EmbeddingResponse } from "../../schemas/Embedding.js"
import { strict } from "../../schemas/strict.js"
import type { Vector } from "../../schemas/Vector.js"
import { dialect } from "./Dialect.js"
import { callerLabels } from "./foreign.js"

/** How many texts a request may hold: as many as the interface that its clients are written for takes. */
export const mostTexts = 2_048

/** One text's tokens, or a list of those of many. No deeper: what else lies there is no text. */
const isTokens = (input: unknown): boolean => Array.isArray(input) && input.flat().some(Predicate.isNumber)

const isTexts = (input: unknown): input is string | ReadonlyArray<string> =>
  Predicate.isString(input) || (Array.isArray(input) && input.every(Predicate.isString))

const Input = Schema.Unknown.pipe(
  Schema.filter((input) => !isTokens(input), { description: "text: token arrays are not taken" }),
  Schema.filter(isTexts, { description: "a string, or an array of strings" }),
  Schema.filter((input) => input.length > 0 || Predicate.isString(input), {
    description: "an array of at least one text"
  }),
  Schema.filter((input) => Predicate.isString(input) || input.length <= mostTexts, {
    description: `an array of at most ${mostTexts} texts: send the others in requests of their own`
  })
)

const Request = strict(Schema.Struct({ ...EmbeddingRequest.fields, ...callerLabels, input: Input }))

/**
 * Embeddings as clients of the `openai` kind ask for them: `input` may be a list of texts, each of which becomes a
 * request, and `encoding_format` may be `base64`, which is made here of the numbers that the services give.
 */
export const embeddings = dialect(Request, ({ dimensions, encoding_format, input, model }) => {
  const inBase64 = encoding_format === "base64"
  const asked = {
    model,
    encoding_format: inBase64 ? "float" : encoding_format,
    ...(dimensions === undefined ? {} : { dimensions })
  }
  return {
    requests: (Predicate.isString(input) ? [input] : input).map((text) => ({ ...asked, input: text })),
    write: (replies, status) => {
      const { data, ...reply } = merged(readReplies(replies))
      const items = data.map((item) => ({ ...item, embedding: inBase64 ? base64Of(item.embedding) : item.embedding }))
      return HttpServerResponse.unsafeJson({ ...reply, data: items }, { status })
    }
  }
})

const readReplies = Schema.decodeUnknownSync(Schema.NonEmptyArray(EmbeddingResponse))

/** One reply: each vector at the position of its text, and all that the texts used. */
const merged = (replies: readonly [EmbeddingResponse, ...ReadonlyArray<EmbeddingResponse>]): EmbeddingResponse => {
  const usages = replies.flatMap(({ usage }) => (usage === undefined ? [] : [usage]))
  const sum = (tokens: "prompt_tokens" | "total_tokens") => usages.reduce((all, usage) => all + (usage[tokens] ?? 0), 0)
  return {
    ...replies[0],
    data: replies.flatMap(({ data }, index) => data.map((item) => ({ ...item, index }))),
    usage: usages.length === 0 ? undefined : { prompt_tokens: sum("prompt_tokens"), total_tokens: sum("total_tokens") }
  }
}

/** The numbers as 32-bit floats, the lowest byte first, in base64: the form that these clients decode. */
const base64Of = (vector: Vector): string => {
  const floats = new DataView(new ArrayBuffer(vector.length * Float32Array.BYTES_PER_ELEMENT))
  vector.forEach((number, index) => {
    floats.setFloat32(index * Float32Array.BYTES_PER_ELEMENT, number, true)
  })
  const bytes = new Uint8Array(floats.buffer)
  const pieces: Array<string> = []
  for (let start = 0; start < bytes.length; start += pieceLength) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + pieceLength)))
  }
  return btoa(pieces.join(""))
}

/** So many bytes are the arguments of one call: far fewer than a call may have. */
const pieceLength = 8_192
