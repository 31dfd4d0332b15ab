import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { directory } from "../embedded/data/support/directories.js"

it.scopedLive(
  "2,000 executions, 32 at a time, take no more memory than 500",
  () =>
    Effect.gen(function* () {
      const file = join(yield* directory, "runs.sqlite")
      const cwd = fileURLToPath(new URL("../../", import.meta.url))
      const program = fileURLToPath(new URL("support/many.ts", import.meta.url))
      const options = ["--expose-gc", "--import", "tsx", "--conditions=@effect-model-gateway/source", program, file]
      const { stdout } = yield* Effect.promise(() => promisify(execFile)(process.execPath, options, { cwd }))
      const [few = 0, many = 0] = stdout.trim().split("\n").map(Number)
      console.info(`heap in use: ${few} bytes after 500 executions, ${many} after 2,000`)
      assert.isAbove(few, 1_000_000)
      assert.isBelow(many, 1.2 * few)
    }),
  120_000
)
