import type { Failure } from "./Failure.js"

/** What is wrong with the key of an item, if anything is: no store takes each text as a key. */
export const unusableKey = (item: string): Failure | undefined => {
  if (item !== "" && item.length <= longestKey && !item.includes("\0")) return undefined
  const message = `the key of an item must have 1 to ${longestKey} characters, and no NUL`
  return { tag: "ItemKeyUnusable", message }
}

/** Unit: UTF-16 code units. */
const longestKey = 1_000

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
