import { describe, it } from "@effect/vitest"
import { operations } from "effect-model-gateway"
import { direct, relayed } from "./support/reach.js"
import { walks } from "./support/walks.js"

describe.each([
  ["a server", direct],
  ["a server before a server", relayed]
] as const)("through %s", (_, way) => {
  it.scopedLive.each(operations)("$name: the service sees what the user wrote, the user what it said", ({ name }) =>
    walks[name](way)
  )
})
