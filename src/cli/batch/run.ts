import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { helpOf } from "../calls/helpOf.js"
import { carryOut } from "./carryOut.js"
import { carrying, work } from "./options.js"

const plain = Options.boolean("plain").pipe(Options.withDescription("Keeps nothing: no store, and no way to go on."))

/** `model-gateway batch run`: carries out what an earlier pass over the run has not. */
export const run = Command.make("run", { ...work, ...carrying, plain }, ({ plain, ...given }) =>
  carryOut(given, { isPlain: plain, retry: undefined })
).pipe(
  Command.withDescription(
    helpOf(
      "Carries out the items of a run that are not done, and keeps what they come to: the same command goes on after any stop.",
      [
        `printf '{"model":"any","input":"a"}\\n{"model":"any","input":"b"}\\n' > texts.jsonl`,
        "model-gateway batch run --run monday --pipeline embed --input texts.jsonl --output vectors.jsonl --report monday",
        `echo '{"id":"1","pipeline":"rerank","input":{"model":"any","query":"a","documents":["a b"]}}' | model-gateway batch run --run mixed --input -`
      ]
    )
  )
)

/** `model-gateway batch retry`: the same, and what failed goes on. */
export const retry = Command.make("retry", { ...work, ...carrying }, (given) =>
  carryOut(given, { isPlain: false, retry: "failed" })
).pipe(
  Command.withDescription(
    helpOf(
      "Carries out what batch run would, and what failed in an earlier pass: that goes on from what was done. An order that may have been accepted is not sent again.",
      [
        `echo '{"model":"any","input":"a"}' > texts.jsonl`,
        "model-gateway batch run --run monday --pipeline embed --input texts.jsonl --output vectors.jsonl",
        "model-gateway batch retry --run monday --pipeline embed --input texts.jsonl --output vectors.jsonl"
      ]
    )
  )
)
