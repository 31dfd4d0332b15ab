import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Record } from "effect"
import type { OperationName } from "effect-model-gateway"
import { Fault, readFaultPlan } from "effect-model-gateway/server"
import { faulty, first } from "../server/faults/support/faulty.js"
import { clientOf, jobName, policies, work } from "./support/client.js"
import type { End, Row, Safety } from "./support/table.js"
import { operationsOf, table } from "./support/table.js"

/** What an attempt has where the fault is that it takes too long, and otherwise. */
const timeouts = { hurried: "300 millis", patient: "8 seconds" } as const

interface Case {
  readonly row: Row
  readonly name: OperationName
  readonly safety: Safety
  readonly policy: keyof typeof policies
}

const cases: ReadonlyArray<Case> = table.flatMap((row) =>
  Record.toEntries(operationsOf).flatMap(([safety, names]) =>
    names
      .filter((name) => row.only?.includes(name) ?? true)
      .flatMap((name) => Record.keys(policies).map((policy) => ({ row, name, safety, policy })))
  )
)

const outcomeOf = ({ name, policy, row: { hurried = false, maxReplyBytes } }: Case, baseUrl: string, uri: string) =>
  work(uri)[name].pipe(
    Effect.match({ onFailure: (error) => ({ ...error }), onSuccess: () => "done" as const }),
    Effect.provide(
      clientOf({
        baseUrl,
        retries: policies[policy],
        attemptTimeout: hurried ? timeouts.hurried : timeouts.patient,
        maxReplyBytes
      })
    )
  )

describe.each(Record.keys(policies))("with %s", (policy) => {
  it.scopedLive.each(
    cases.filter((one) => one.policy === policy).map((one) => [one.name, one.row.fault, one] as const)
  )("%s meets %j", ([, , one]) =>
    Effect.gen(function* () {
      const { name, row, safety } = one
      const expected: End | undefined = row[policy][safety]
      assert(expected !== undefined)
      const { ask, baseUrl, journal, reply, uri } = yield* faulty([first(name, row.fault)])
      if (name === "queryTranscription") yield* reply(ask.submitTranscription)

      const outcome = yield* outcomeOf(one, baseUrl, uri)
      if (expected.outcome === "done" || outcome === "done") assert.deepEqual<unknown>(outcome, expected.outcome)
      else assert.deepInclude<object>(outcome, expected.outcome)

      const { faults, orders, requests, submissions } = yield* journal
      assert.deepStrictEqual(
        faults.map(({ fault, idempotencyKey, operation, request }) => [operation, request, fault, idempotencyKey]),
        [[name, 1, row.fault.kind, jobName]]
      )
      assert.strictEqual(requests[name], expected.sent)
      assert.deepStrictEqual(
        orders.map(({ idempotencyKey, operation }) => [operation, idempotencyKey]),
        safety === "order" ? Array.from({ length: expected.accepted }, () => [name, jobName]) : []
      )
      if (safety !== "keyed") return
      assert.strictEqual(requests.queryTranscription ?? 0, expected.asked)
      assert.deepStrictEqual(submissions, [
        { operation: name, id: "task-1", sent: expected.sent, accepted: expected.accepted }
      ])
    })
  )
})

/** What a fault may do besides, or otherwise. */
const switches = ["accepts", "reset", "retryAfterAs", "body"]

describe("the table", () => {
  it("has every kind of fault, for each operation that can meet it and for no other", () => {
    const inTable = cases.map(({ name, row }) => `${row.fault.kind} ${name}`)
    const kinds = Fault.members.map(({ fields }) => fields.kind.literals[0])
    const canMeet = kinds.flatMap((kind) => {
      const fault = table.find(({ fault }) => fault.kind === kind)?.fault ?? { kind }
      return Object.values(operationsOf)
        .flat()
        .filter((operation) => Either.isRight(readFaultPlan({ seed: 1, rules: [{ operation, fault }] })))
        .map((operation) => `${kind} ${operation}`)
    })
    assert.sameMembers([...new Set(inTable)], canMeet)
    assert.sameMembers(
      kinds.filter((kind) => table.some(({ fault }) => fault.kind === kind)),
      kinds
    )
  })

  it("has each switch of a fault both ways", () => {
    for (const { fields } of Fault.members) {
      const rows = table.filter(({ fault }) => fault.kind === fields.kind.literals[0])
      for (const name of switches.filter((name) => name in fields)) {
        const values = rows.map(({ fault }) => Reflect.get(fault, name))
        assert.isTrue(
          values.includes(undefined) && values.some((value) => value !== undefined),
          `${fields.kind} ${name}`
        )
      }
    }
  })

  it("lets no call cost more than one order", () => {
    for (const { noRetries, retries } of table) {
      assert.isAtMost(noRetries.order?.accepted ?? 0, 1)
      assert.isAtMost(retries.order?.accepted ?? 0, 1)
    }
  })
})
