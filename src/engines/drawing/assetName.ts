const longest = 40

/** A short name for a picture: the beginning of its prompt in one line, cut between words where it can be. */
export const assetName = (prompt: string): string => {
  const line = prompt.replace(/\s+/g, " ").trim()
  const characters = [...line]
  if (characters.length <= longest) return line === "" ? "untitled" : line
  const start = characters.slice(0, longest).join("")
  return `${/^(.+)\s/.exec(start)?.[1] ?? start}…`
}
