const stopWords: ReadonlySet<string> = new Set(
  (
    "a about after all am an and any are as at be been but by can could did do does for from had has have he her him his " +
    "how i if in into is it its me my no not of on or our she should so some than that the their them then there these " +
    "they this those to up us was we were what when where which who why will with would you your"
  ).split(" ")
)

/** Whether a word, in lower case, is an English one that stands in nearly every text and so tells little. */
export const isStopWord = (word: string): boolean => stopWords.has(word)
