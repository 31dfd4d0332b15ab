/** A text on one line, as messages are, whatever stands in the names and ids that it repeats. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, " ")
