/** The beginning of a text, cut between two signs, with an ellipsis where something is left out. Unit: UTF-16 code units. */
export const beginning = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`
