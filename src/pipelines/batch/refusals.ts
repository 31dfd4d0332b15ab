import type { Failure } from "./Failure.js"

/** That an item has the key of another, which has another input. */
export const keyTaken = (item: string): Failure => ({
  tag: "ItemKeyTaken",
  message: `another item of this run has the key ${item}, with another input: give each its own key`
})

/** What is wrong with an item, and where it stands. */
export const at = (label: string, { message, ...failure }: Failure): Failure => ({
  ...failure,
  message: `${label}: ${message}`
})
