/** How many ids of what is alive a message names. */
const mostNamed = 3

/** The end of a message that names what lives on, by its ids; nothing where nothing does. */
export const stillAlive = (ids: ReadonlyArray<string>): string => {
  const more = ids.length - mostNamed
  const named = [...ids.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])]
  return ids.length === 0 ? "" : `; still alive: ${named.join(", ")}`
}
