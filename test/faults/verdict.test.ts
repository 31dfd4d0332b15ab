import { assert, describe, it } from "@effect/vitest"
import { operations } from "effect-model-gateway"
import type { Fault, FaultJournal } from "effect-model-gateway/server"
import { Fault as AnyFault } from "effect-model-gateway/server"
import type { Kind } from "../../bench/storm/jobs.js"
import { stormPlan, unmet } from "../../bench/storm/plan.js"
import type { Ended, Outcome } from "../../bench/storm/verdict.js"
import { verdict } from "../../bench/storm/verdict.js"

const operationOf: Readonly<Record<Kind, string>> = {
  embed: "createEmbeddings",
  rerank: "rerankDocuments",
  transcribe: "submitTranscription",
  chat: "generateChatImage",
  list: "listAssets",
  native: "generateNativeImage",
  video: "orderVideo"
}

/** A job and what the gateway has of it. */
interface Case {
  readonly kind: Kind
  readonly outcome: string
  readonly ended?: Partial<Ended>
  /** The faults that it met, each as often as it is there; of the job's own operation unless another is named. */
  readonly faults?: ReadonlyArray<Fault>
  readonly operation?: string
  /** How often its work was accepted. */
  readonly accepted?: number
  readonly stopped?: Outcome["stopped"]
}

const wrong = ({ accepted, ended, faults = [], kind, operation = operationOf[kind], outcome, stopped = [] }: Case) => {
  const name = `${kind}-7`
  const call = { operation, request: 1, traceId: "trace", idempotencyKey: name }
  const isOrder = operations.some((one) => one.name === operationOf[kind] && one.safety._tag === "Order")
  const times = accepted ?? (outcome === "done" ? 1 : 0)
  const journal: FaultJournal = {
    seed: 1,
    requests: {},
    faults: faults.map((fault, rule) => ({ ...call, fault: fault.kind, rule })),
    orders: isOrder ? Array.from({ length: times }, () => call) : [],
    submissions: kind === "transcribe" ? [{ operation: call.operation, id: "storm-7", sent: 9, accepted: times }] : [],
    entries: []
  }
  const job: Ended = { kind, name, outcome, startedAt: 1_000, took: 100, ...ended }
  const rules = faults.map((fault) => ({ operation, fault }))
  return verdict({ ended: [job], journal, stopped }, { seed: 1, rules }, { tries: 6, attemptTimeout: 2_000 })
}

const drop = { kind: "drop" } as const
const status = (status: number): Fault => ({ kind: "status", status })

describe("the verdict on a storm finds nothing wrong with", () => {
  it.each<Case>([
    { kind: "embed", outcome: "done" },
    { kind: "chat", outcome: "done" },
    { kind: "embed", outcome: "GatewayUnauthorized", faults: [status(401)] },
    { kind: "rerank", outcome: "GatewayUnavailable", faults: Array.from({ length: 6 }, () => status(503)) },
    { kind: "list", outcome: "GatewayTransportError", stopped: [{ from: 900, to: 1_050 }] },
    { kind: "chat", outcome: "GatewayOutcomeUnknown", ended: { open: true }, faults: [drop], accepted: 1 },
    { kind: "chat", outcome: "GatewayOutcomeUnknown", ended: { open: true }, stopped: [{ from: 1_050, to: 1_200 }] },
    { kind: "video", outcome: "GatewayUnexpectedStatus", ended: { open: true }, faults: [status(500)], accepted: 1 },
    { kind: "native", outcome: "ImageNotReturned", faults: [{ kind: "emptyImage" }], accepted: 1 },
    { kind: "transcribe", outcome: "GatewayRejected", faults: [{ kind: "refusal", accepts: true }], accepted: 1 },
    {
      kind: "transcribe",
      outcome: "done",
      faults: [{ kind: "refusal" }],
      operation: "queryTranscription",
      accepted: 2
    },
    { kind: "video", outcome: "GatewayOutcomeUnknown", ended: { open: true, timedOut: true, took: 2_001 } }
  ])("$kind that ended with $outcome", (one) => {
    assert.deepStrictEqual(wrong(one), [])
  })
})

describe("the verdict on a storm finds wrong", () => {
  it.each<readonly [said: string, one: Case]>([
    ["ended with GatewayUnauthorized", { kind: "embed", outcome: "GatewayUnauthorized" }],
    ["ended with GatewayUnauthorized", { kind: "embed", outcome: "GatewayUnauthorized", faults: [status(400), drop] }],
    ["ended with GatewayOutcomeUnknown", { kind: "chat", outcome: "GatewayOutcomeUnknown", ended: { open: true } }],
    [
      "ended with GatewayOutcomeUnknown",
      { kind: "chat", outcome: "GatewayOutcomeUnknown", stopped: [{ from: 0, to: 999 }] }
    ],
    ["ended with GatewayOutcomeUnknown", { kind: "embed", outcome: "GatewayOutcomeUnknown", faults: [drop] }],
    ["ended with GatewayTimeout", { kind: "list", outcome: "GatewayTimeout", ended: { timedOut: true, took: 1_900 } }],
    ["ended with TranscriptionWaitTimeout", { kind: "transcribe", outcome: "TranscriptionWaitTimeout", accepted: 1 }],
    ["after 1 faults, and has 6 tries", { kind: "rerank", outcome: "GatewayUnavailable", faults: [status(503)] }],
    ["was accepted 2 times", { kind: "chat", outcome: "done", accepted: 2 }],
    ["was told done, and never accepted", { kind: "chat", outcome: "done", accepted: 0 }],
    [
      "was accepted, and its caller told GatewayUnexpectedStatus",
      { kind: "video", outcome: "GatewayUnexpectedStatus", faults: [status(500)], accepted: 1 }
    ],
    ["was submitted 3 times, and 1 are the most", { kind: "transcribe", outcome: "done", accepted: 3 }],
    ["was submitted 2 times", { kind: "transcribe", outcome: "done", faults: [drop], accepted: 2 }],
    ["is done, and was never accepted", { kind: "transcribe", outcome: "done", accepted: 0 }]
  ])("what %s", (said, one) => {
    const [found, ...others] = wrong(one)
    assert.include(found ?? "nothing", said)
    assert.deepStrictEqual(others, [])
  })
})

describe("the plan of a storm", () => {
  const plans = [1, 2, 3].map((seed) => stormPlan(seed, 0.2))

  it("has every kind of fault, and each of its faults is sure to be met", () => {
    for (const { rules } of plans) {
      const sure = rules.filter(({ at }) => at !== undefined)
      const kinds = AnyFault.members.map(({ fields }) => fields.kind.literals[0])
      assert.sameMembers([...new Set(sure.map(({ fault }) => fault.kind))], kinds)
      assert.strictEqual(new Set(sure.map(({ fault }) => JSON.stringify(fault))).size, sure.length)
      assert.lengthOf(new Set(rules.map(({ fault }) => JSON.stringify(fault))), sure.length)
    }
  })

  it("tells which of them nobody met", () => {
    const call = (rule: number) => ({ operation: "any", request: 1, traceId: "trace", fault: "any", rule })
    const [plan, other] = plans
    assert(plan !== undefined && other !== undefined)
    const all = plan.rules.map((_, rule) => call(rule))
    assert.deepStrictEqual(unmet([[plan, all]]), [])
    const [missed] = plan.rules
    const others = all.filter(({ rule }) => JSON.stringify(plan.rules[rule]?.fault) !== JSON.stringify(missed?.fault))
    assert.deepStrictEqual(unmet([[plan, others]]), [JSON.stringify(missed?.fault)])
    assert.deepStrictEqual(
      unmet([
        [plan, others],
        [other, all]
      ]),
      []
    )
  })

  it("deals nothing where nothing is to go wrong", () => {
    assert.deepStrictEqual(stormPlan(1, 0).rules, [])
  })
})
