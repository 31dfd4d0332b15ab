const endings: ReadonlyArray<readonly [plural: RegExp, singular: string]> = [
  [/(?<=..)ies$/, "y"],
  [/(?<=ch|sh|ss|x|z)es$/, ""],
  [/(?<=..[^siu])s$/, ""]
]

/**
 * A word, in lower case, without the ending of an English plural or possessive: `policies`, `boxes` and `customer's` become
 * `policy`, `box` and `customer`. A rule and no dictionary: all it has to do is to treat like words alike.
 */
export const singular = (word: string): string => {
  const owner = word.replace(/['’]s?$/, "")
  const ending = endings.find(([plural]) => plural.test(owner))
  return ending === undefined ? owner : owner.replace(...ending)
}
