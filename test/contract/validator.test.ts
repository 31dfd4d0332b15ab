import { Validator } from "@seriousme/openapi-schema-validator"
import { operations } from "effect-model-gateway"
import { openApi } from "effect-model-gateway/server"
import { assert, it } from "vitest"

it("the OpenAPI document is valid OpenAPI 3.1", async () => {
  const document = openApi({ title: "gateway", version: "1" }, operations)
  const result = await new Validator().validate({ ...document })
  assert.isTrue(result.valid, JSON.stringify(result))
})
