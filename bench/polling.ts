/**
 * How soon the adaptive poll policy notices that a task is done, against pollers that look at even distances, and against
 * the least delay that is possible: see polling/bound.ts for the formula, polling/populations.ts for the tasks, and
 * polling/simulate.ts for what is simulated. Before that, the memory that a client with 20,000 tasks needs along the way.
 *
 * npm run bench:polling [-- tasks seed]
 */
import { Effect } from "effect"
import { bound } from "./polling/bound.js"
import { memoryOfMany } from "./polling/memory.js"
import { populations } from "./polling/populations.js"
import { compared } from "./polling/simulate.js"

const tasks = Number(process.argv[2] ?? 10_000)
const seed = process.argv[3] ?? "1"

console.log(
  "Memory of transcribeMany, 1000 tasks at once, over HTTP, with a gateway of 5 s a task in another process:\n"
)
await Effect.runPromise(memoryOfMany([1000, 2000, 5000, 10_000, 20_000], 1000))

const head = ["tasks", "looks a task", "mean", "p95", "even, mean", "even, p95", "bound", "mean / bound", "mean / even"]
const row = (cells: ReadonlyArray<string>): void => console.log(`| ${cells.join(" | ")} |`)
const seconds = (value: number): string => `${value.toFixed(3)} s`

console.log(`\n${tasks} tasks of each sort, seed ${seed}. Delays from done to noticed; "even" has as many looks.\n`)
row(head)
row(head.map(() => "---"))
for (const every of [3, 0.5]) {
  for (const population of populations) {
    const { adaptive, even } = compared(population, every, tasks, seed)
    const least = bound(population) * even.mean
    row([
      `${population.name}; as often as every ${every} s`,
      adaptive.looks.toFixed(2),
      seconds(adaptive.mean),
      seconds(adaptive.p95),
      seconds(even.mean),
      seconds(even.p95),
      seconds(least),
      (adaptive.mean / least).toFixed(3),
      (adaptive.mean / even.mean).toFixed(3)
    ])
  }
}
