import type { RunReport } from "../report/RunReport.js"
import { count, counted, duration } from "./figures.js"

/** What matters of a run, in a sentence: `980 of 1,000 items done, 20 failed, in 3 min 20 s`. */
export const headline = ({ items, took }: RunReport): string => {
  const { done, failed, running, suspended, total } = items
  if (total === 0) return "No item was started"
  const whole =
    done === total
      ? total === 1
        ? "1 item"
        : `All ${counted(total, "item")}`
      : `${count(done)} of ${counted(total, "item")}`
  const rest = [
    [failed, "failed"],
    [running, "still running"],
    [suspended, "suspended"]
  ] as const
  const others = rest.flatMap(([number, what]) => (number === 0 ? [] : [`${count(number)} ${what}`]))
  return [`${whole} done`, ...others, `in ${duration(took)}`].join(", ")
}
