import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Duration, FastCheck, Schema } from "effect"
import { GatewayError, isRetryable, mayBeAccepted, okStatus, provesNotAccepted, statuses } from "effect-model-gateway"

const anyError = Arbitrary.make(GatewayError)
const tags = GatewayError.members.map((member) => member._tag)

describe("GatewayError", () => {
  it("has the tags of the table, each of them once", () => {
    assert.sameMembers(tags, [
      "GatewayBadRequest",
      "GatewayUnauthorized",
      "GatewayRateLimited",
      "GatewayUnavailable",
      "GatewayUnexpectedStatus",
      "GatewayTransportError",
      "GatewayTimeout",
      "GatewayOutcomeUnknown",
      "GatewayOrderWithheld",
      "GatewayInvalidRequest",
      "GatewayInvalidResponse",
      "GatewayRejected"
    ])
  })

  it("shares the table of statuses with the server", () => {
    assert.deepStrictEqual(statuses, {
      GatewayBadRequest: 400,
      GatewayUnauthorized: 401,
      GatewayRateLimited: 429,
      GatewayUnavailable: 503
    })
    assert.strictEqual(okStatus, 200)
  })

  it.prop("says in one line what happened, to which operation, after how many attempts", [anyError], ([error]) => {
    assert.isTrue(error.message.startsWith(`${error.operation}: `))
    assert.strictEqual(error.message.includes(`${error.attempts} attempts`), error.attempts > 1)
    if (error.traceId !== undefined) assert.include(error.message, `trace ${error.traceId}`)
  })

  /** What JSON cannot carry, and no error of the client holds. */
  const isOdd = (value: unknown): boolean => Duration.isDuration(value) && value.value._tag !== "Millis"

  const storable = anyError.filter((error) => !("data" in error || Object.values(error).some(isOdd)))

  it.prop("can be written down and read back", [storable], ([error]) => {
    const stored = Schema.parseJson(GatewayError)
    const text = Schema.encodeSync(stored)(error)
    const read = Schema.decodeSync(stored)(text)
    assert.strictEqual(read.message, error.message)
    assert.strictEqual(Schema.encodeSync(stored)(read), text)
  })
})

it.prop(
  "a failure proves that a request was not accepted, or leaves that open, and not both",
  [anyError],
  ([error]) => {
    assert.isFalse(error.open !== true && provesNotAccepted(error) && mayBeAccepted(error))
  }
)

describe("isRetryable", () => {
  const again = ["GatewayRateLimited", "GatewayUnavailable", "GatewayTransportError", "GatewayTimeout"]

  it.prop("goes by the tag, and for other statuses by the status", [anyError], ([error]) => {
    if (error.safety === "Order") return
    const expected =
      error._tag === "GatewayUnexpectedStatus"
        ? error.status >= 500 || error.status === 408
        : again.includes(error._tag)
    assert.strictEqual(isRetryable(error), expected)
  })

  it.prop("is so of an order only on proof that it was not accepted", [anyError], ([error]) => {
    if (error.safety !== "Order") return
    const proof =
      error._tag === "GatewayRateLimited" ||
      (error._tag === "GatewayUnavailable" && error.retryAfter !== undefined) ||
      (error._tag === "GatewayTransportError" && !error.connected)
    assert.strictEqual(isRetryable(error), proof)
  })

  it.each([
    [408, true],
    [500, true],
    [502, true],
    [504, true],
    [302, false],
    [404, false],
    [409, false],
    [499, false]
  ])("status %i: %s", (status, expected) => {
    const decode = Schema.decodeUnknownSync(GatewayError)
    const error = decode({ _tag: "GatewayUnexpectedStatus", operation: "listAssets", attempts: 1, status })
    assert.strictEqual(isRetryable(error), expected)
  })
})

it.prop("a wait that the gateway asked for survives to the millisecond", [FastCheck.nat()], ([millis]) => {
  const decode = Schema.decodeUnknownSync(GatewayError)
  const error = decode({ _tag: "GatewayRateLimited", operation: "listAssets", attempts: 1, retryAfter: millis })
  assert(error._tag === "GatewayRateLimited" && error.retryAfter !== undefined)
  assert.strictEqual(Duration.toMillis(error.retryAfter), millis)
})
