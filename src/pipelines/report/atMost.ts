/**
 * Gives each name back until so many different ones were seen; those that come later are all called `others`. So what is
 * kept by name stays bounded, whatever the names are.
 */
export const atMost = (limit: number, others: string): ((name: string) => string) => {
  const known = new Set<string>()
  return (name) => {
    if (known.has(name)) return name
    if (known.size >= limit) return others
    known.add(name)
    return name
  }
}
