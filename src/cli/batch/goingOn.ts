import * as Option from "effect/Option"
import type { Given, Way } from "./work.js"

/** How a batch that was ended goes on. Where `given` is told it was ended at any moment, and so may have been amid orders. */
export const goingOn = ({ isPlain }: Way, given?: Pick<Given, "output" | "pipeline">): string => {
  const file = Option.getOrUndefined(given?.output ?? Option.none())
  return [
    isPlain ? "nothing is kept, and the same command begins anew" : "the same command goes on",
    ...(file === undefined ? [] : [`results so far are in ${file}.part`]),
    ...(given?.pipeline.isOrdering ? [isPlain ? perhapsOrdered : notAgain] : [])
  ].join("; ")
}

const perhapsOrdered = "orders that were under way may have been accepted, and cost money: look before"

const notAgain = "an order that was under way may have been accepted: its item fails then, and it is not sent again"
