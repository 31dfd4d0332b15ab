const longest = 500

/** As much of a text as is looked at, since hiding makes it shorter. */
const looked = 4 * longest

/** Text that looks like base64 of some length, such as an image or a token, on one line or on many. */
const base64Run = /(?:[\w+/-]|\\+\/){60,}={0,2}(?:(?:\s|\\+[nr])+(?:[\w+/-]|\\+\/){20,}={0,2})*/g

/** The beginning of a text, fit to be shown: without base64, and short. */
export const excerpt = (text: string): string => {
  const hidden = text.slice(0, looked).replace(base64Run, "<base64>")
  const whole = text.length > looked ? hidden.replace(/[\w+/\\-]+$/, "…") : hidden
  return whole.length > longest ? `${whole.slice(0, longest)}…` : whole
}
