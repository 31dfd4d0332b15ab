import { singular } from "./singular.js"
import { isStopWord } from "./stopWords.js"
import { words } from "./words.js"

/** The words of a text as texts are compared by them: in the singular. One for each word, in order. */
export const terms = (text: string): Array<string> =>
  words(text).map((word) => (isStopWord(word) ? word : singular(word)))

/** How much a term counts: 1, or 0.1 where it is an English word that stands in nearly every text. */
export const termWeight = (term: string): number => (isStopWord(term) ? 0.1 : 1)
