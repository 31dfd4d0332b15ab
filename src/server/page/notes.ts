import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { listAssets } from "../../schemas/Asset.js"
import { generateChatImage } from "../../schemas/ChatImage.js"
import { markdownImages } from "../../schemas/images/markdownImages.js"
import { inlineData } from "../../schemas/images/nativeReply.js"
import { generateNativeImage } from "../../schemas/NativeImage.js"
import type * as Operation from "../../schemas/Operation.js"
import { queryTranscription, submitTranscription } from "../../schemas/Transcription.js"
import { orderVideo } from "../../schemas/VideoOrder.js"
import { brief } from "../brief.js"
import { assetUrl } from "./assetUrl.js"
import type { SeenAsset, SeenOrder, SeenTask } from "./Inventory.js"
import { statusWord } from "./statusWord.js"

/** What a request and its reply tell of the work behind them. */
export interface Notes {
  readonly task?: SeenTask | undefined
  readonly order?: SeenOrder | undefined
  readonly assets?: ReadonlyArray<SeenAsset> | undefined
}

/** The call that a note is taken of: its trace id, and its time in milliseconds since 1970. */
export interface Call {
  readonly traceId: string
  readonly at: number
}

type Take = (request: unknown, reply: unknown, call: Call) => Notes

const noting = <A, I, B, J>(
  operation: Operation.Operation<string, A, I, B, J>,
  take: (request: A, reply: B, call: Call) => Notes
): readonly [name: string, take: Take] => {
  const read = Schema.decodeUnknownOption(Schema.Tuple(operation.request, operation.response))
  return [
    operation.name,
    (request, reply, call) =>
      Option.match(read([request, reply]), { onNone: () => ({}), onSome: ([a, b]) => take(a, b, call) })
  ]
}

/** What is known of an order before its reply. */
const ordered = (kind: SeenOrder["kind"], model: string, { at, traceId }: Call): SeenOrder => ({
  id: traceId,
  kind,
  model: brief(model),
  at
})

/** What is noted of each operation: ids, states, models and counts; of no prompt and no text. */
const table: Readonly<Record<string, Take>> = Object.fromEntries([
  noting(submitTranscription, ({ id }, _, { at }) => ({ task: { id: brief(id), status: "accepted", at } })),
  noting(queryTranscription, ({ id }, { data }, { at }) =>
    data === null ? {} : { task: { id: brief(id), status: statusWord(data.status), at } }
  ),
  noting(generateChatImage, ({ model }, { choices }, call) => ({
    order: {
      ...ordered("image", model, call),
      images: sum(choices, ({ message }) => markdownImages(message?.content ?? "").images.length)
    }
  })),
  noting(generateNativeImage, ({ model }, { candidates }, call) => ({
    order: {
      ...ordered("image", model, call),
      images: sum(candidates, ({ content }) => content?.parts.filter((part) => Option.isSome(inlineData(part))).length)
    }
  })),
  noting(orderVideo, ({ model }, reply, call) => ({
    order: { ...ordered("video", model, call), id: brief(idOf(reply) ?? call.traceId) }
  })),
  noting(listAssets, (_, { Items }, { at }) => ({
    assets: Items.map(({ AssetType = "", Id, URL = "" }) => ({
      id: brief(Id),
      type: brief(AssetType),
      url: assetUrl(URL),
      at
    }))
  }))
])

/** The operations that order, and what. */
const kinds: ReadonlyMap<string, SeenOrder["kind"]> = new Map([
  [generateChatImage.name, "image"],
  [generateNativeImage.name, "image"],
  [orderVideo.name, "video"]
])

/** What is to be noted of an answered call: of most operations, nothing. */
export const notesOf = (operation: Operation.Any, request: unknown, reply: unknown, call: Call): Notes =>
  table[operation.name]?.(request, reply, call) ?? {}

/** What is to be noted of a call that failed without a proof that it was refused: an order that may have been accepted. */
export const doubtOf = (operation: Operation.Any, request: unknown, call: Call): Notes => {
  const kind = kinds.get(operation.name)
  const model = Predicate.hasProperty(request, "model") && Predicate.isString(request.model) ? request.model : ""
  return kind === undefined ? {} : { order: { ...ordered(kind, model, call), outcome: "unknown" } }
}

const sum = <A>(all: ReadonlyArray<A>, count: (one: A) => number | undefined): number =>
  all.reduce((total, one) => total + (count(one) ?? 0), 0)

const idOf = (reply: unknown): string | undefined =>
  Predicate.hasProperty(reply, "id") && Predicate.isString(reply.id) ? reply.id : undefined
