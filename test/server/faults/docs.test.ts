import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { VideoOrders } from "effect-model-gateway"
import { Fault, readFaultPlan } from "effect-model-gateway/server"
import { GatewayServer } from "effect-model-gateway/testing"
import { faulty } from "./support/faulty.js"

const page = readFileSync(new URL("../../../docs/embedded-gateway.md", import.meta.url), "utf8")
const section = page.split(/^## /m).find((part) => part.startsWith("Faults\n")) ?? ""

it.scopedLive("the plan of the page does what it says", () =>
  Effect.gen(function* () {
    const [, text = ""] = /```json\n(.*?)```/s.exec(section) ?? []
    const { rules, seed } = Either.getOrThrow(readFaultPlan(JSON.parse(text)))
    const { ask, journal, reply, wire } = yield* faulty(rules, seed)
    assert.strictEqual((yield* (yield* wire(ask.orderVideo)).ended).text, "")
    assert.strictEqual((yield* reply(ask.submitTranscription)).code, "200")
    assert.strictEqual((yield* reply(ask.queryTranscription)).code, "404")
    assert.lengthOf((yield* journal).orders, 1)
  })
)

it("the page has a row for every kind of fault, and for no other", () => {
  const rows = section.split("\n").filter((line) => line.startsWith("| `"))
  const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name))
  assert.sameMembers(
    named,
    Fault.members.map(({ fields }) => fields.kind.literals[0])
  )
})

const faults = {
  seed: 1,
  rules: [{ operation: "orderVideo", at: [1], fault: { kind: "drop", accepts: true } }]
} as const

it.layer(GatewayServer.layerTest({ faults }))("with a gateway that loses its answers", (it) => {
  it.effect("an order may have been accepted", () =>
    Effect.gen(function* () {
      const { place } = yield* VideoOrders
      const error = yield* Effect.flip(place({ model: "any" }))
      assert.strictEqual(error._tag, "GatewayOutcomeUnknown")
    })
  )
})
