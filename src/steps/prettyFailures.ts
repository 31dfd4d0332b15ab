import * as Cause from "effect/Cause"

/** Lines after which the rest is only counted. */
const mostLines = 10

/**
 * What went wrong, for people: a line for each different failure or defect, with how often it came, and no stack. `Cause.pretty`
 * prints each with its stack, which is much where many fibers fail at once.
 */
export const prettyFailures = (cause: Cause.Cause<unknown>): string => {
  if (Cause.isInterruptedOnly(cause)) return "interrupted"
  const counts = new Map<string, number>()
  for (const { message, name } of Cause.prettyErrors(cause)) {
    const line = `${name}: ${message}`.replaceAll(/\s*\n\s*/g, " ")
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  const lines = [...counts].map(([line, count]) => (count === 1 ? line : `${count} times ${line}`))
  const rest = lines.length - mostLines
  return [...lines.slice(0, mostLines), ...(rest > 0 ? [`and ${rest} other failures`] : [])].join("\n")
}
