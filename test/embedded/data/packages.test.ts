import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, without } from "../../support/packages.js"
import { directory } from "./support/directories.js"
import { start } from "./support/processes.js"

it.scopedLive(
  "says what to install where its packages are missing",
  () =>
    Effect.gen(function* () {
      const data = yield* directory
      const said = yield* Effect.flip(start(data, without("@effect/sql")))
      const wanted = ["@effect/sql", "@effect/sql-sqlite-node"].map(asked)
      assert.include(said, `the data directory ${data} cannot be used`)
      assert.include(said, `npm install ${wanted.join(" ")}`)
    }),
  60_000
)
