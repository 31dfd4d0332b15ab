import * as Layer from "effect/Layer"
import type { Asset } from "../schemas/Asset.js"
import type * as Gateway from "../services/Gateway.js"
import type { Answer } from "./Answer.js"
import type { Calls } from "./Calls.js"
import * as FakeAssetLibrary from "./FakeAssetLibrary.js"
import * as FakeEmbedder from "./FakeEmbedder.js"
import * as FakeImageGenerator from "./FakeImageGenerator.js"
import * as FakeReranker from "./FakeReranker.js"
import * as FakeTranscriber from "./FakeTranscriber.js"
import * as FakeVideoOrders from "./FakeVideoOrders.js"

/** What the fakes answer. Each may be left out, and has its default where its fake documents it. */
export interface Answers extends FakeTranscriber.Options {
  readonly recordings?: FakeTranscriber.Recordings | undefined
  readonly draw?: FakeImageGenerator.Draw | undefined
  readonly vectorOf?: FakeEmbedder.VectorOf | undefined
  readonly scoreOf?: FakeReranker.ScoreOf | undefined
  readonly assets?: Answer<ReadonlyArray<Asset>> | undefined
  readonly replyTo?: FakeVideoOrders.ReplyTo | undefined
}

/**
 * Fakes of all services, which need neither network nor time, and the `Calls` that they share. What stands behind HTTP
 * in production, such as retries, is not in them: `GatewayServer.layerTest` is for that.
 *
 * @example
 * job.pipe(Effect.provide(Fakes.layer({ recordings: { "call-1": "Where is my parcel?" }, vectorOf: () => [1, 0] })))
 */
export const layer = (answers: Answers = {}): Layer.Layer<Gateway.Services | Calls> =>
  Layer.mergeAll(
    FakeTranscriber.layer(answers.recordings, answers),
    FakeImageGenerator.layer(answers.draw),
    FakeEmbedder.layer(answers.vectorOf),
    FakeReranker.layer(answers.scoreOf),
    FakeAssetLibrary.layer(answers.assets),
    FakeVideoOrders.layer(answers.replyTo)
  )
