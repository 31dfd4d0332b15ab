import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { GeneratedImage } from "../../schemas/GeneratedImages.js"
import { KeptAsset } from "./KeptAsset.js"
import { KeptOrder } from "./KeptOrder.js"
import type { MakeShelf } from "./Shelf.js"
import { memoryShelf } from "./Shelf.js"
import { SpeechOutcome } from "./SpeechOutcome.js"
import { TranscriptionTask } from "./TranscriptionTask.js"

const shelves = (shelf: MakeShelf) => ({
  /** The transcription that each of the caller's ids stands for, by that id. */
  tasks: shelf("tasks", TranscriptionTask),
  /** How recognising the speech of a task ended, by the task's own id. */
  transcripts: shelf("transcripts", SpeechOutcome),
  /** Assets, by their id. */
  assets: shelf("assets", KeptAsset),
  /** The files of assets, by the asset's id; their bytes as they are. */
  files: shelf("files", Schema.typeSchema(GeneratedImage)),
  /** Accepted video orders, by their id. */
  orders: shelf("orders", KeptOrder)
})

/** Everything that the engines remember. Engines that are given the same state know of each other's work. */
export class EngineState extends Context.Tag("effect-model-gateway/EngineState")<
  EngineState,
  ReturnType<typeof shelves>
>() {
  /** The state on shelves of any make, such as in a database. */
  static readonly make = (shelf: MakeShelf): typeof EngineState.Service => EngineState.of(shelves(shelf))

  /** In memory: it lasts as long as the layer, and grows with every picture. */
  static readonly memory: Layer.Layer<EngineState> = Layer.sync(EngineState, () => EngineState.make(memoryShelf))
}
