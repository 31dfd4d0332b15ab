import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { markdownImages } from "../../schemas/images/markdownImages.js"
import { inlineData } from "../../schemas/images/nativeReply.js"
import type { FaultOf } from "./Fault.js"

/** A fault that makes a whole reply say something wrong. */
export type Lie = FaultOf<"unknownStatus" | "duplicateResult" | "wrongIndex" | "wrongDimension" | "emptyImage">

/** Changes the JSON of an answer as a fault says; an answer that is no such reply stays as it is. */
export const distortReply =
  (lie: Lie) =>
  (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
    const reply = response.body._tag === "Uint8Array" ? readJson(response.body.body) : Option.none()
    return Option.match(reply, {
      onNone: () => response,
      onSome: (json) => HttpServerResponse.unsafeJson(distort(lie)(json), { status: response.status })
    })
  }

const decode = Schema.decodeUnknownOption(Schema.parseJson())
const readJson = (bytes: Uint8Array) => decode(new TextDecoder().decode(bytes))

type Fields = { readonly [field: string]: unknown }
type Change = (json: unknown) => unknown

const distort = (lie: Lie): Change => {
  switch (lie.kind) {
    case "unknownStatus":
      return within("data", (record) => ({ ...record, status: lie.status ?? 7 }))
    case "duplicateResult":
      return first((item) => [item, item])
    case "wrongIndex":
      return first((item) => [{ ...item, index: outOfRange }])
    case "wrongDimension":
      return first((item) => [{ ...item, embedding: Array.isArray(item.embedding) ? [...item.embedding, 0] : [] }])
    case "emptyImage":
      return (json) => each("candidates", within("content", withoutParts))(each("choices", withoutPictures)(json))
  }
}

/** More than any request has texts. */
const outOfRange = 1_000_000

const field =
  <A>(name: string, is: (value: unknown) => value is A, change: (value: A) => unknown): Change =>
  (json) => {
    const value = Predicate.isReadonlyRecord(json) ? json[name] : undefined
    return Predicate.isReadonlyRecord(json) && is(value) ? { ...json, [name]: change(value) } : json
  }

const within = (name: string, change: (record: Fields) => unknown) => field(name, Predicate.isReadonlyRecord, change)

const list = (name: string, change: (all: ReadonlyArray<unknown>) => unknown) => field(name, Arr.isArray, change)

const each = (name: string, change: Change) => list(name, (all) => all.map(change))

/** Changes the first vector of embeddings, and the first result of a rerank. */
const first = (change: (item: Fields) => ReadonlyArray<unknown>): Change => {
  const ofAll = ([item, ...others]: ReadonlyArray<unknown>) =>
    Predicate.isReadonlyRecord(item) ? [...change(item), ...others] : []
  const inData = list("data", ofAll)
  const inResults = list("results", ofAll)
  return (json) => inResults(inData(json))
}

const withoutPictures: Change = within("message", (message) => ({
  ...message,
  content: Predicate.isString(message.content) ? markdownImages(message.content).around.join("").trim() : null
}))

const withoutParts: (content: Fields) => unknown = list("parts", (parts) =>
  parts.filter((part) => !Predicate.isReadonlyRecord(part) || Option.isNone(inlineData(part)))
)
