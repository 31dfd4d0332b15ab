import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A transcription task that a gateway has taken on. */
export interface SeenTask {
  /** The caller's id. */
  readonly id: string
  /** In words, such as `transcribing`. */
  readonly status: string
  /** When it was accepted. Unit: milliseconds since 1970. */
  readonly at: number
}

/** An order for pictures or a video that a gateway has accepted, or may have. */
export interface SeenOrder {
  readonly id: string
  readonly kind: "image" | "video"
  /** Where it is known. */
  readonly model?: string | undefined
  /** How many pictures came. */
  readonly images?: number | undefined
  /** `unknown` where it failed, and nothing proves that it was not accepted: it may cost money. */
  readonly outcome?: "unknown" | undefined
  /** When it was accepted, or failed. Unit: milliseconds since 1970. */
  readonly at: number
}

/** An asset that a gateway holds or has listed. Its name is not told: it may be the prompt that it was made by. */
export interface SeenAsset {
  readonly id: string
  /** Such as `image`. */
  readonly type?: string | undefined
  /** Absolute, or relative to the gateway; without query and credentials, for the page is read without a key. */
  readonly url?: string | undefined
  /** When it was made or first listed. Unit: milliseconds since 1970. */
  readonly at: number
}

/**
 * What a gateway holds, for its front page to show: each list newest first, and of some dozens at most; its texts short
 * enough to be sent each second, which is what `brief` is for. An implementation that remembers its work provides it;
 * without one the page shows what the server has seen pass.
 */
export class Inventory extends Context.Tag("effect-model-gateway/Inventory")<
  Inventory,
  {
    readonly tasks: Effect.Effect<ReadonlyArray<SeenTask>>
    readonly orders: Effect.Effect<ReadonlyArray<SeenOrder>>
    readonly assets: Effect.Effect<ReadonlyArray<SeenAsset>>
  }
>() {}
