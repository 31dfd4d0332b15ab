import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EngineState } from "../engines/state/EngineState.js"
import type { KeptAsset } from "../engines/state/KeptAsset.js"
import type { KeptOrder } from "../engines/state/KeptOrder.js"
import type { TranscriptionTask } from "../engines/state/TranscriptionTask.js"
import { taskState } from "../engines/tasks/taskState.js"
import { brief } from "../server/brief.js"
import type { SeenAsset, SeenOrder, SeenTask } from "../server/page/Inventory.js"
import { Inventory } from "../server/page/Inventory.js"
import { statusWord } from "../server/page/statusWord.js"
import { assetFilePath } from "../services/AssetFiles.js"

/**
 * What the engines hold, for the front page: also what they took on before a restart, where their state lasts. A picture
 * stands for the order that it was drawn for, whose model is not kept.
 */
export const engineInventory: Layer.Layer<Inventory, never, EngineState> = Layer.effect(
  Inventory,
  Effect.map(EngineState, (state) =>
    Inventory.of({
      tasks: Effect.flatMap(state.tasks.newest(shown), (tasks) => Effect.forEach(tasks, taskOf(state))),
      orders: Effect.zipWith(state.orders.newest(shown), state.assets.newest(shown), (videos, pictures) =>
        [...videos.map(videoOf), ...pictures.map(pictureOf)].sort((a, b) => b.at - a.at).slice(0, shown)
      ),
      assets: Effect.map(state.assets.newest(shown), (assets) => assets.map(assetOf))
    })
  )
)

/** The newest of each kind that are looked at. */
const shown = 50

const taskOf =
  (state: typeof EngineState.Service) =>
  ({ acceptedAt, bizId }: TranscriptionTask): Effect.Effect<SeenTask> =>
    Effect.map(taskState(state, bizId), (now) => ({
      id: brief(bizId),
      status: now._tag === "Known" ? statusWord(now.record.status) : "failed",
      at: acceptedAt
    }))

const videoOf = ({ acceptedAt, id, order }: KeptOrder): SeenOrder => ({
  id,
  kind: "video",
  model: brief(order.model),
  at: acceptedAt
})

const pictureOf = ({ createdAt, id }: KeptAsset): SeenOrder => ({ id, kind: "image", images: 1, at: createdAt })

const assetOf = ({ createdAt, id, type }: KeptAsset): SeenAsset => ({
  id,
  type,
  url: assetFilePath(id),
  at: createdAt
})
