import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Schema from "effect/Schema"
import { ChatImageResponse } from "../../schemas/ChatImage.js"
import type { Write } from "./Dialect.js"

/**
 * The whole reply as server-sent chunks. It goes out at once: the services answer whole, and until they have, a failure is
 * an ordinary one. The usage, where it is asked for, stands in a last chunk without choices.
 */
export const writeChunks =
  (withUsage: boolean): Write =>
  ([reply], status) => {
    const events = [...chunksOf(readReply(reply), withUsage).map((chunk) => JSON.stringify(chunk)), "[DONE]"]
    return HttpServerResponse.text(events.map((event) => `data: ${event}\n\n`).join(""), {
      status,
      contentType: "text/event-stream",
      headers: { "cache-control": "no-cache" }
    })
  }

const readReply = Schema.decodeUnknownSync(ChatImageResponse)

/** The length of a piece of content. Unit: UTF-16 code units. */
const pieceLength = 64 * 1024

const chunksOf = ({ choices, usage, ...about }: ChatImageResponse, withUsage: boolean): ReadonlyArray<unknown> => {
  const chunk = (its: unknown, used: unknown = null) => ({
    ...about,
    object: "chat.completion.chunk",
    choices: its,
    ...(withUsage ? { usage: used } : {})
  })
  const parts = choices.flatMap(({ finish_reason = null, index = 0, message }) => [
    { index, delta: { role: message?.role ?? "assistant", content: "" }, finish_reason: null },
    ...pieces(message?.content ?? "").map((content) => ({ index, delta: { content }, finish_reason: null })),
    { index, delta: {}, finish_reason }
  ])
  return [...parts.map((part) => chunk([part])), ...(withUsage ? [chunk([], usage)] : [])]
}

const pieces = (content: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let start = 0; start < content.length; ) {
    const end = start + pieceLength
    // Never between the halves of one character.
    const cut = /[\uD800-\uDBFF]/.test(content.charAt(end - 1)) && end < content.length ? end - 1 : end
    found.push(content.slice(start, cut))
    start = cut
  }
  return found
}
