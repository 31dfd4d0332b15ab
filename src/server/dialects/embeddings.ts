import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { EmbeddingItem } from "../../schemas/Embedding.js"
import { EmbeddingRequest, EmbeddingResponse } from "../../schemas/Embedding.js"
import type { FieldIssue } from "../../schemas/FieldIssue.js"
import { strict } from "../../schemas/strict.js"
import type { Vector } from "../../schemas/Vector.js"
import { othersTurn } from "../othersTurn.js"
import { dialect } from "./Dialect.js"
import { callerLabels } from "./foreign.js"

/** How many texts a request may hold: as many as the interface that its clients are written for takes. */
export const mostTexts = 2_048

/** How many numbers the vectors of several texts may hold together, where their dimension is asked for. */
export const mostNumbers = 4_000_000

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

/** What is too much for one answer. The vector of a single text is for the service to judge. */
const tooMany = ({ dimensions = 0, input }: typeof Request.Type): ReadonlyArray<FieldIssue> => {
  if (Predicate.isString(input) || input.length === 1 || input.length * dimensions <= mostNumbers) return []
  const fitting = Math.max(1, Math.floor(mostNumbers / dimensions))
  const problem = `must be an array of at most ${fitting} texts where dimensions is ${dimensions}: send the others in requests of their own`
  return [{ path: "input", problem }]
}

/**
 * Embeddings as clients of the `openai` kind ask for them: `input` may be a list of texts, each of which becomes a
 * request, and `encoding_format` may be `base64`, which is made here of the numbers that the services give.
 */
export const embeddings = dialect(
  Request,
  ({ dimensions, encoding_format, input, model }) => {
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
        const items = inBase64 ? Effect.forEach(data, encoded, { concurrency: 64 }) : Effect.succeed(data)
        return Effect.map(items, (written: ReadonlyArray<unknown>) =>
          HttpServerResponse.unsafeJson({ ...reply, data: written }, { status })
        )
      }
    }
  },
  tooMany
)

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

const encoded = (item: EmbeddingItem) => Effect.as(othersTurn, { ...item, embedding: base64Of(item.embedding) })

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
