import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ProgressEvent, Runner, WaitOptions } from "effect-model-gateway"
import {
  GatewayBadRequest,
  generateImageAssets,
  ImageNotReturned,
  PollPolicy,
  StepRunner,
  searchRecordings,
  standardWait,
  TranscriptionOptions
} from "effect-model-gateway"
import { within } from "../support/time.js"
import { bytesOf, drawing, imageWorld, temporary } from "./support/imageWorld.js"
import { heard, traced } from "./support/listening.js"
import { searchIn, searchWorld } from "./support/searchWorld.js"

const every10Seconds: WaitOptions = { ...standardWait, pollPolicy: PollPolicy.fixed("10 seconds") }

/** Completes each task at the third look. */
const slowly = () => {
  const looks = new Map<string, number>()
  return <A>(id: string, completed: A, transcribing: A): A => {
    const look = (looks.get(id) ?? 0) + 1
    looks.set(id, look)
    return look < 3 ? transcribing : completed
  }
}

const search = (says: Readonly<Record<string, string>>) => {
  const at = slowly()
  const transcribing = Effect.succeed({ code: "200", data: { status: 1 } })
  const world = searchWorld(says, { query: (usual) => (request) => at(request.id, usual(request), transcribing) })
  return searchRecordings(searchIn(says)).pipe(
    Effect.provide(world.layer),
    Effect.provideService(TranscriptionOptions, every10Seconds),
    within("1 minute")
  )
}

const recording = "searchRecordings/recording[standup]"
const awaiting = `${recording}/transcribe[standup]/await[standup]`

/** The paths that were told in a state, sorted. */
const pathsOf = (events: ReadonlyArray<ProgressEvent>, state: ProgressEvent["state"]) =>
  events
    .filter((event) => event.state === state)
    .map(({ path }) => path)
    .sort()

describe("progress of searchRecordings", () => {
  it.effect("tells of each stage and step, in order", () => {
    const { lines, listen } = heard()
    return Effect.gen(function* () {
      yield* listen(search({ standup: "Apples. Pears are not so near." }))
      assert.deepStrictEqual(lines(), [
        "started searchRecordings",
        "started searchRecordings/embed query",
        "done searchRecordings/embed query",
        `started ${recording}`,
        `started ${recording}/transcribe[standup]`,
        `started ${recording}/transcribe[standup]/submit`,
        `done ${recording}/transcribe[standup]/submit`,
        `started ${awaiting}`,
        `started ${awaiting}/plan`,
        `done ${awaiting}/plan`,
        `started ${awaiting}/look`,
        `done ${awaiting}/look`,
        `waiting ${awaiting}/wait`,
        `started ${awaiting}/look#2`,
        `done ${awaiting}/look#2`,
        `waiting ${awaiting}/wait#2`,
        `started ${awaiting}/look#3`,
        `done ${awaiting}/look#3`,
        `done ${awaiting}`,
        `done ${recording}/transcribe[standup]`,
        `started ${recording}/embed[0]`,
        `done ${recording}/embed[0]`,
        `done ${recording}`,
        "started searchRecordings/rerank",
        "done searchRecordings/rerank",
        "done searchRecordings"
      ])
    })
  })

  it.effect("says when it was, for which item, and until when a wait lasts", () => {
    const { events, listen, of } = heard()
    return Effect.gen(function* () {
      yield* listen(search({ standup: "Apples." }))
      assert.deepStrictEqual(of(`${awaiting}/wait`), [
        {
          state: "waiting",
          path: `${awaiting}/wait`,
          name: "wait",
          kind: "step",
          item: "standup",
          at: 0,
          until: 10_000
        }
      ])
      assert.deepInclude(of(`${awaiting}/wait#2`)[0], { at: 10_000, until: 20_000 })
      assert.deepStrictEqual(
        of(recording).map(({ at, item, kind, name }) => [at, item, kind, name]),
        [0, 20_000].map((at) => [at, "standup", "stage", "recording[standup]"])
      )
      for (const { item, path } of events) {
        assert.strictEqual(item, path.startsWith(recording) ? "standup" : undefined, path)
      }
    })
  })

  it.effect("has a path of its own for each step of a run, and the same paths in the next run", () => {
    const says = { standup: "One. Two here. Three is here.", market: "Four.", garden: "" }
    return Effect.gen(function* () {
      const runs = yield* Effect.forEach([heard(), heard()], ({ events, listen }) =>
        Effect.as(listen(search(says)), events)
      )
      for (const state of ["started", "waiting"] as const) {
        const [first = [], second] = runs.map((events) => pathsOf(events, state))
        assert.isNotEmpty(first)
        assert.lengthOf(new Set(first), first.length)
        assert.deepStrictEqual(first, second)
      }
      for (const events of runs) assert.deepStrictEqual(pathsOf(events, "started"), pathsOf(events, "done"))
    })
  })

  it.effect("tells of a failure with its typed error, at the step and at each stage around it", () => {
    const { events, listen } = heard()
    const refused = new GatewayBadRequest({ operation: "submit", attempts: 1, detail: "the audio is odd" })
    const says = { standup: "Apples.", market: "Plums." }
    const world = searchWorld(says, {
      submit: (usual) => (request) => (request.id === "market" ? Effect.fail(refused) : usual(request))
    })
    return Effect.gen(function* () {
      yield* listen(searchRecordings(searchIn(says)))
      const failed = events.filter(({ state }) => state === "failed")
      assert.deepStrictEqual(
        failed.map(({ item, path }) => [path, item]),
        ["/transcribe[market]/submit", "/transcribe[market]", ""].map((below) => [
          `searchRecordings/recording[market]${below}`,
          "market"
        ])
      )
      assert.deepStrictEqual(
        failed.map(({ error }) => (error instanceof Error ? error.message : error)),
        [refused.message, refused.message, `searchRecordings: transcribe for market failed: ${refused.message}`]
      )
      assert.deepInclude(events.at(-1), { state: "done", path: "searchRecordings" })
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("tells of a run that fails as a whole", () => {
    const { lines, listen } = heard()
    const world = searchWorld({}, {})
    return Effect.gen(function* () {
      yield* Effect.flip(listen(searchRecordings({ ...searchIn({}), query: "" })))
      assert.deepStrictEqual(lines(), ["started searchRecordings", "failed searchRecordings"])
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("opens a span for each stage and step, one within the other", () => {
    const { names, parentOf, spans, trace } = traced()
    return Effect.gen(function* () {
      yield* trace(search({ standup: "Apples." }))
      assert.deepStrictEqual(names(), [
        "searchRecordings",
        "searchRecordings/embed query",
        recording,
        `${recording}/transcribe[standup]`,
        `${recording}/transcribe[standup]/submit`,
        awaiting,
        `${awaiting}/plan`,
        `${awaiting}/look`,
        `${awaiting}/look#2`,
        `${awaiting}/look#3`,
        `${recording}/embed[0]`,
        "searchRecordings/rerank"
      ])
      for (const name of names()) {
        assert.strictEqual(parentOf(name), names().includes(above(name)) ? above(name) : undefined)
      }
      for (const { status } of spans) assert.strictEqual(status._tag, "Ended")
    })
  })
})

const above = (path: string): string => path.replace(/\/?[^/]*$/, "")

describe("progress of generateImageAssets", () => {
  const run = (directory: string) =>
    generateImageAssets({
      prompts: ["A red fox", "Nothing"],
      style: "native",
      model: "painter",
      directory,
      groupId: "group-7",
      concurrency: 1
    })
  const refused = new GatewayBadRequest({ operation: "order", attempts: 1 })
  const world = () => imageWorld((prompt) => (prompt === "Nothing" ? Effect.fail(refused) : drawing(prompt)))

  it.scoped("tells of each stage and step, in order, with the prompt as the item", () => {
    const { events, lines, listen } = heard()
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      yield* listen(run(folder))
      assert.deepStrictEqual(lines(), [
        "started generateImageAssets",
        "started generateImageAssets/prepare folder",
        "done generateImageAssets/prepare folder",
        "started generateImageAssets/image[A red fox]",
        "started generateImageAssets/image[A red fox]/order",
        "done generateImageAssets/image[A red fox]/order",
        "done generateImageAssets/image[A red fox]",
        "started generateImageAssets/image[Nothing]",
        "started generateImageAssets/image[Nothing]/order",
        "failed generateImageAssets/image[Nothing]/order",
        "failed generateImageAssets/image[Nothing]",
        "started generateImageAssets/list assets",
        "done generateImageAssets/list assets",
        "done generateImageAssets"
      ])
      for (const { item, path } of events) {
        assert.strictEqual(item, /\[(.*)\]/.exec(path)?.[1], path)
      }
    }).pipe(Effect.provide(world().layer))
  })

  const nothing = new ImageNotReturned({ operation: "order", attempts: 1, problem: "absent", text: "no", intact: [] })
  const some = new ImageNotReturned({
    ...nothing,
    problem: "broken",
    intact: [{ bytes: bytesOf("png", "one"), mimeType: "image/png" }]
  })
  it.scoped.each([
    ["failed", nothing],
    ["done", some]
  ] as const)("tells that an order is %s by whether anything came of it", ([state, error]) => {
    const { listen, of } = heard()
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      yield* listen(run(folder))
      const told = of("generateImageAssets/image[Nothing]/order").map((event) => event.state)
      assert.deepStrictEqual(told, ["started", state])
    }).pipe(Effect.provide(imageWorld((prompt) => (prompt === "Nothing" ? Effect.fail(error) : drawing(prompt))).layer))
  })

  it.scoped("opens a span for each stage and step, and marks those that failed", () => {
    const { names, spans, trace } = traced()
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      yield* trace(run(folder))
      assert.deepStrictEqual(names(), [
        "generateImageAssets",
        "generateImageAssets/prepare folder",
        "generateImageAssets/image[A red fox]",
        "generateImageAssets/image[A red fox]/order",
        "generateImageAssets/image[Nothing]",
        "generateImageAssets/image[Nothing]/order",
        "generateImageAssets/list assets"
      ])
      const failed = spans.filter(({ status }) => status._tag === "Ended" && status.exit._tag === "Failure")
      assert.deepStrictEqual(
        failed.map(({ name }) => name),
        ["generateImageAssets/image[Nothing]", "generateImageAssets/image[Nothing]/order"]
      )
    }).pipe(Effect.provide(world().layer))
  })
})

/** What a runner is told of the steps that pass through it: what running one again would do; nothing is said of reads. */
const safeties = () => {
  const steps: Array<readonly [key: string, safety: string | undefined]> = []
  const runner: Runner = {
    run: ({ key, safety }, effect) =>
      Effect.zipRight(
        Effect.sync(() => void steps.push([key, safety])),
        effect
      ),
    sleepUntil: () => Effect.void
  }
  return { steps, run: Effect.provideService(StepRunner, runner) }
}

describe("a runner of steps is told what costs money if it is run again", () => {
  it.effect("in searchRecordings", () => {
    const { run, steps } = safeties()
    const says = { standup: "Apples." }
    return Effect.gen(function* () {
      yield* run(searchRecordings(searchIn(says)))
      assert.deepStrictEqual(steps, [
        ["searchRecordings/embed query", undefined],
        [`${recording}/transcribe[standup]/submit`, "Keyed"],
        [`${awaiting}/plan`, undefined],
        [`${awaiting}/look`, undefined],
        [`${recording}/embed[0]`, undefined],
        ["searchRecordings/rerank", undefined]
      ])
    }).pipe(Effect.provide(searchWorld(says).layer))
  })

  it.scoped.each(["chat", "native"] as const)("in generateImageAssets, in the %s style", (style) => {
    const { run, steps } = safeties()
    return Effect.gen(function* () {
      const { folder } = yield* temporary
      const request = { prompts: ["A fox"], style, model: "painter", directory: folder, groupId: "group-7" }
      yield* run(generateImageAssets(request))
      assert.deepStrictEqual(steps, [
        ["generateImageAssets/prepare folder", undefined],
        ["generateImageAssets/image[A fox]/order", "Order"],
        ["generateImageAssets/list assets", undefined]
      ])
    }).pipe(Effect.provide(imageWorld().layer))
  })
})
