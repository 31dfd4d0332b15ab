import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { canonicalJson } from "../../steps/canonicalJson.js"
import { sha256 } from "../../steps/sha256.js"

/** What tells an item from the others of its run, and a digest of its input. */
export interface ItemKey {
  readonly item: string
  readonly payload: string
}

/**
 * The key of an item: what `key` says, else its own field `id`, else a digest of its input, so that an item stays the same
 * wherever it stands.
 */
export const itemKey = <I>(input: I, number: number, key: KeyOf<I> | undefined): Effect.Effect<ItemKey> =>
  Effect.map(sha256(new TextEncoder().encode(canonicalJson(input) ?? "")), (payload) => ({
    item: key?.(input, number) ?? ownId(input) ?? payload.slice(0, 16),
    payload
  }))

/** How items are called: by their input, or by their place, from 1. */
export type KeyOf<I> = (input: I, number: number) => string

/** The field `id` of an item, where it is a text. */
export const ownId = (input: unknown): string | undefined =>
  Predicate.hasProperty(input, "id") && Predicate.isString(input.id) && input.id !== "" ? input.id : undefined
