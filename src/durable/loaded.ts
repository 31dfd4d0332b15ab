import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { saidBy } from "../sqlite/saidBy.js"

const engine =
  "@effect/cluster@^0.60.2 @effect/experimental@^0.61.1 @effect/platform-node@^0.108.2 @effect/rpc@^0.76.2 " +
  "@effect/sql@^0.52.1"

const workflow = "@effect/workflow@^0.19.1"

const packages = {
  sqlite: `${engine} @effect/sql-sqlite-node@^0.53.0 ${workflow}`,
  postgres: `${engine} @effect/sql-pg@^0.53.0 ${workflow}`
}

/** Loads what keeps a store. Its packages are optional: fails with which to install where one is missing, in words. */
export const loaded = <A>(store: keyof typeof packages, load: () => Promise<A>): Effect.Effect<A, string> =>
  Effect.tryPromise({
    try: load,
    catch: (error) =>
      Predicate.hasProperty(error, "code") && error.code === "ERR_MODULE_NOT_FOUND"
        ? `packages that keep it are missing; npm install ${packages[store]}`
        : `what keeps it does not load (${saidBy({ cause: error })}); mend that, or install its packages anew`
  })
