import { beginning } from "./beginning.js"

/**
 * What the steps of all items that do the same have in common: the path without items, indexes and numbers, such as
 * `searchRecordings/recording/transcribe/look` of `searchRecordings/recording[standup]/transcribe[t1]/look#2`; cut where it is long.
 */
export const stepKind = (step: string): string => beginning(step.replaceAll(/\[[^\]]*\]|#\d+/g, "") || step, 200)
