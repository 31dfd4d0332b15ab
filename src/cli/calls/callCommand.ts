import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import type { Call } from "./Call.js"
import { commonOptions } from "./commonOptions.js"
import { fieldOptions } from "./fieldOptions.js"
import { fieldsOf } from "./fields.js"
import { gateway } from "./gateway.js"
import { helpOf } from "./helpOf.js"
import { itemsOf } from "./requests.js"
import { sendAll } from "./sendAll.js"

/** The command of a call: the fields of its request as options, its argument, and what all commands have. */
export const callCommand = <A, I, X>(call: Call<A, I, X>) => {
  const { argument, description, examples, extra, name, request } = call
  const fields = fieldsOf(request).filter(({ path }) => path.join(".") !== argument.fills)
  const options = { fields: fieldOptions(fields), extra, ...commonOptions }
  const args = Args.text({ name: argument.name }).pipe(Args.withDescription(argument.description), Args.repeated)
  return Command.make(name, { ...options, args }, ({ args, extra, fields, input, ...common }) =>
    Effect.gen(function* () {
      const items = yield* itemsOf(call, { args, input, options: fields, extra })
      yield* call.prepare?.(extra, common) ?? Effect.void
      yield* Effect.provide(sendAll({ call, items, extra, options: common }), gateway(common))
    })
  ).pipe(Command.withDescription(helpOf(description, examples)))
}
