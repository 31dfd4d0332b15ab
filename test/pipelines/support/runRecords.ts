import type { CallSum, ItemRecord, StepRecord } from "effect-model-gateway"

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** When the generated runs begin. Unit: milliseconds since 1970. */
export const began = Date.UTC(2026, 10, 20, 22, 4, 5)

/** How a run is generated. */
export interface RunShape {
  readonly items: number
  readonly seed?: number
  /** The items at once. */
  readonly concurrency?: number
  /** How many at the end have not ended. */
  readonly open?: number
}

const names = ["standup", "call", "interview", "lecture", "board meeting", "Gespräch", "entretien", "מפגש"]

const errors = [
  ["GatewayUnavailable", "look", "transcription.result: the gateway answered 503 after 5 attempts; try again later"],
  ["TaskFailed", "look", "The task ended with status 4: the audio could not be decoded (codec <unknown>)"],
  ["GatewayRateLimited", "submit", "transcription.submit: 429 after 5 attempts; the gateway asks for a pause of 20 s"],
  ["GatewayTimeout", "embed", "createEmbeddings: no reply within 30 s, after 3 attempts"]
] as const

/**
 * What a batch that transcribes and searches recordings could leave behind: a queue of items with so many at once, waits between
 * looks, an outage in the middle, a slow tail, and about two in a hundred that fail.
 */
export function* runRecords({ concurrency = 64, items, open = 0, seed = 7 }: RunShape): Generator<ItemRecord> {
  const random = seeded(seed)
  const lognormal = (median: number, spread: number) =>
    median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))
  const lanes = Array.from({ length: Math.min(concurrency, Math.ceil(items / 2)) }, () => began + random() * 2000)
  const whole = (items / lanes.length) * 9000
  for (let index = 0; index < items; index++) {
    const lane = lanes.indexOf(Math.min(...lanes))
    const startedAt = Math.round(lanes[lane] ?? began)
    const isOpen = index >= items - open
    const record = item(index, startedAt)
    lanes[lane] = (record.endedAt ?? startedAt) + 20 + random() * 60
    yield isOpen ? unfinished(record) : record
  }

  function item(index: number, startedAt: number): ItemRecord {
    const name = `${names[Math.floor(random() * names.length)]}-${String(index + 1).padStart(5, "0")}`
    const path = (step: string) => `searchRecordings/recording[${name}]/${step}`
    const failing = random() < 0.02 ? errors[Math.floor(random() ** 2 * errors.length)] : undefined
    const steps: Array<StepRecord> = []
    let at = startedAt + Math.round(random() * 30)
    const outage = at > began + whole * 0.45 && at < began + whole * 0.52 ? 12_000 : 0
    const run = (step: string, took: number): boolean => {
      const end = at + Math.max(1, Math.round(took))
      const fails = failing !== undefined && step.includes(failing[1]) && random() < 0.6
      steps.push({ step: path(step), state: fails ? "failed" : "done", startedAt: at, endedAt: end })
      at = end
      return !fails
    }
    const works = () => {
      if (!run("transcribe[t]/submit", lognormal(300, 0.5) + outage * random())) return false
      const looks = 1 + Math.floor(lognormal(1.6, 0.7))
      for (let look = 1; look <= looks; look++) {
        at += Math.round(lognormal(1500, 0.4))
        if (!run(`transcribe[t]/look${look === 1 ? "" : `#${look}`}`, lognormal(90, 0.5))) return false
      }
      at += Math.round(random() * 10)
      const parts = 1 + Math.floor(random() * 3)
      const from = at
      for (let part = 0; part < parts; part++) {
        at = from + Math.round(random() * 20)
        if (!run(`embed[${part}]`, lognormal(350, 0.6))) return false
      }
      at = Math.max(...steps.map((step) => step.endedAt ?? 0))
      return run("rerank", lognormal(700, 0.8) * (random() < 0.01 ? 12 : 1)) && run("summarise", lognormal(1800, 0.5))
    }
    const done = works()
    const [tag, , message] = failing ?? []
    const step = steps.at(-1)
    return {
      item: name,
      state: done ? "done" : "failed",
      startedAt,
      endedAt: Math.max(at, ...steps.map((step) => step.endedAt ?? 0)),
      steps,
      calls: calls(steps, done),
      ...(done || tag === undefined || message === undefined || step === undefined
        ? {}
        : {
            failure: { tag, message, step: step.step, traceId: `trace-${Math.floor(random() * 2 ** 32).toString(16)}` }
          })
    }
  }

  function calls(steps: ReadonlyArray<StepRecord>, done: boolean): ReadonlyArray<CallSum> {
    const of = (operation: string, step: string, safety: CallSum["safety"], model?: string): CallSum => {
      const its = steps.filter((it) => it.step.includes(`/${step}`))
      const retried = its.filter(() => random() < 0.06).length
      const took = its.reduce((sum, { endedAt = 0, startedAt }) => sum + endedAt - startedAt, 0)
      return {
        operation,
        model,
        safety,
        calls: its.length,
        attempts: its.length + retried,
        failed: done || steps.at(-1)?.step.includes(`/${step}`) !== true ? 0 : 1,
        unknown: 0,
        usage:
          model === undefined
            ? { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
            : { inputTokens: 420 * its.length, outputTokens: 60 * its.length, totalTokens: 480 * its.length },
        took,
        backoff: retried * 200,
        cooldown: random() < 0.02 ? 1500 : 0
      }
    }
    return [
      of("submitTranscription", "transcribe[t]/submit", "Keyed"),
      of("transcriptionResult", "transcribe[t]/look", "Read"),
      of("createEmbeddings", "embed", "Read", "embed-3"),
      of("rerank", "rerank", "Read", "rerank-2"),
      of("summarise", "summarise", "Read", "writer-large")
    ].filter((sum) => sum.calls > 0)
  }
}

/** The same item, when it had begun the middle one of its steps. */
const unfinished = ({ item, startedAt, steps }: ItemRecord): ItemRecord => {
  const begun = steps.slice(0, Math.ceil(steps.length / 2))
  return {
    item,
    state: "running",
    startedAt,
    steps: begun.map((step, index) =>
      index === begun.length - 1 ? { step: step.step, state: "running", startedAt: step.startedAt } : step
    ),
    calls: []
  }
}
