import * as Message from "@effect/cluster/Message"
import * as MessageStorage from "@effect/cluster/MessageStorage"
import * as Reply from "@effect/cluster/Reply"
import type * as Rpc from "@effect/rpc/Rpc"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { constTrue } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { NotTaken, patiently } from "./patiently.js"

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

/**
 * A message carries how its outcome is kept. One that the store will never take, such as a value of which there is no JSON, is
 * kept as a failure that says so: without any outcome the execution would wait for ever. A store that does not take even that
 * is waited for.
 */
const answered = <R extends Rpc.Any>(message: Message.Incoming<R>): Message.Incoming<R> => {
  if (message._tag !== "IncomingRequest") return message
  const { respond } = message
  return new Message.IncomingRequest({
    ...message,
    respond: (reply) =>
      Effect.catchSomeDefect(patiently(respond(reply)), (defect) =>
        defect instanceof NotTaken
          ? Option.some(patiently(respond(failedWith(defect, reply)), constTrue))
          : Option.none()
      )
  })
}

const failedWith = <R extends Rpc.Any>(defect: NotTaken, given: Reply.ReplyWithContext<R>) => {
  const { id, requestId } = given.reply
  return new Reply.ReplyWithContext({ ...given, reply: new Reply.WithExit({ id, requestId, exit: Exit.die(defect) }) })
}
