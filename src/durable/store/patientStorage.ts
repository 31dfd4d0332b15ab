import * as Message from "@effect/cluster/Message"
import * as MessageStorage from "@effect/cluster/MessageStorage"
import type * as Rpc from "@effect/rpc/Rpc"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { patiently } from "./patiently.js"

/** The engine's storage, which waits for a store that fails: see `patiently`. What polls does so by itself. */
export const patientStorage: Layer.Layer<MessageStorage.MessageStorage, never, MessageStorage.MessageStorage> =
  Layer.effect(
    MessageStorage.MessageStorage,
    Effect.map(MessageStorage.MessageStorage, (storage) => ({
      ...storage,
      saveRequest: (request) => patiently(storage.saveRequest(request)),
      saveEnvelope: (envelope) => patiently(storage.saveEnvelope(envelope)),
      clearReplies: (id) => patiently(storage.clearReplies(id)),
      repliesFor: (requests) => patiently(storage.repliesFor(requests)),
      repliesForUnfiltered: (ids) => patiently(storage.repliesForUnfiltered(ids)),
      requestIdForPrimaryKey: (key) => patiently(storage.requestIdForPrimaryKey(key)),
      unprocessedMessages: (shards) =>
        Effect.map(storage.unprocessedMessages(shards), (messages) => messages.map(answered)),
      unprocessedMessagesById: (ids) =>
        Effect.map(storage.unprocessedMessagesById(ids), (messages) => messages.map(answered))
    }))
  )

/** A message carries how its outcome is kept. */
const answered = <R extends Rpc.Any>(message: Message.Incoming<R>): Message.Incoming<R> =>
  message._tag === "IncomingRequest"
    ? new Message.IncomingRequest({ ...message, respond: (reply) => patiently(message.respond(reply)) })
    : message
