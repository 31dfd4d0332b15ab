import type { Found, NotedItem } from "../../pipelines/batch/Job.js"

/** What an item noted before, if one was, says of one that is noted now. */
export const foundOf = (
  { pass, payload }: Pick<NotedItem, "pass" | "payload">,
  before: Pick<NotedItem, "pass" | "payload"> | undefined
): Found => {
  if (before === undefined) return "nothing"
  if (before.pass === pass) return before.payload === payload ? "repeated" : "taken"
  return before.payload === payload ? "same" : "changed"
}
