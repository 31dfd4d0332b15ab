import { assert, it } from "@effect/vitest"
import { shared } from "../../src/durable/store/postgresEngine.js"
import { settings } from "../../src/durable/store/settings.js"

it("the settings whose effect is too long to wait for, or too many executions to start", () => {
  assert.strictEqual(settings.entityMaxIdleTime, 2000)
  assert.strictEqual(shared.shardsPerGroup, 64)
  assert.strictEqual(shared.entityMaxIdleTime, 2000)
})
