const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["nbsp", " "],
  ["lrm", ""],
  ["rlm", ""]
])

/** What is said in the cues of a WebVTT or SubRip file, joined in order; empty where it has none. */
export const cueText = (subtitles: string): string =>
  subtitles
    .replace(/\r\n?/g, "\n")
    .split(/\n[\t ]*\n/)
    .flatMap(spoken)
    .map(plain)
    .filter((line) => line !== "")
    .join(" ")

/** The lines below the times of a block. A block without times is a header, a note or a style. */
const spoken = (block: string): ReadonlyArray<string> => {
  const lines = block.split("\n")
  const times = lines.findIndex((line) => /\d[\t ]+-->[\t ]+\d/.test(line))
  return times < 0 ? [] : lines.slice(times + 1)
}

const plain = (line: string): string =>
  line
    .replace(/<[^>]*>/g, "")
    .replace(/&(\w+);/g, (whole, name: string) => entities.get(name) ?? whole)
    .trim()
