import { stripVTControlCharacters } from "node:util"

/** A text without what would steer the terminal that it is shown on. */
export const printable = (text: string): string => stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n\t]/gu, "")
