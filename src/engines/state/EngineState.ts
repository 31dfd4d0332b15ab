import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { GeneratedImage } from "../../schemas/GeneratedImages.js"
import type { VideoOrder } from "../../schemas/VideoOrder.js"
import type { KeptAsset } from "./KeptAsset.js"
import type { Shelf } from "./Shelf.js"
import { memoryShelf } from "./Shelf.js"
import type { TranscriptionTask } from "./TranscriptionTask.js"

/** Everything that the engines remember. Engines that are given the same state know of each other's work. */
export class EngineState extends Context.Tag("effect-model-gateway/EngineState")<
  EngineState,
  {
    /** Accepted transcriptions, by the caller's id. */
    readonly tasks: Shelf<TranscriptionTask>
    /** Assets, by their id. */
    readonly assets: Shelf<KeptAsset>
    /** The files of assets, by the asset's id. */
    readonly files: Shelf<GeneratedImage>
    /** Video orders, by the id that the engine gave them. */
    readonly orders: Shelf<VideoOrder>
  }
>() {
  /** In memory: it lasts as long as the layer, and grows with every picture. */
  static readonly memory: Layer.Layer<EngineState> = Layer.sync(EngineState, () =>
    EngineState.of({
      tasks: memoryShelf<TranscriptionTask>(),
      assets: memoryShelf<KeptAsset>(),
      files: memoryShelf<GeneratedImage>(),
      orders: memoryShelf<VideoOrder>()
    })
  )
}
