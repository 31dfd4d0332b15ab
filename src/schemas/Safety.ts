import type { Keyed, Operation, Order, Read } from "./Operation.js"

/** Repeat freely: queries, lists, embeddings, rerank. */
export const read: Read = { _tag: "Read" }

/** Never again on a guess: image generation, video orders. */
export const order: Order = { _tag: "Order" }

/**
 * The caller's id names the work: `query` asked with `input(request)` tells, by `known`, whether it was accepted. A refusal
 * in its envelope counts as known where it comes with data. `accepted` is what the lost reply would have been, in wire form.
 */
export const keyed = <Request, A, I, B, J>(options: {
  readonly query: Operation<string, A, I, B, J>
  readonly input: (request: Request) => I
  readonly known: (reply: B) => boolean
  readonly accepted: unknown
}): Keyed<Request> => ({
  _tag: "Keyed",
  accepted: options.accepted,
  withQuery: (request, use) => use(options.query, options.input(request), options.known)
})
