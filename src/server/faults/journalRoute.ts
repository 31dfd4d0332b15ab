import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { encode } from "../../schemas/encode.js"
import { authenticated } from "../authenticate.js"
import { Journal } from "../requests/Journal.js"
import { asLook } from "../requests/RequestFacts.js"
import { FaultJournal } from "./FaultJournal.js"
import type { Ledger } from "./ledger.js"

/** Serves the journal of a gateway with faults at `GET /faults/journal`, to who has the key; it is not in it itself. */
export const journalRoute = (seed: number, ledger: Ledger, apiKey: Redacted.Redacted) =>
  HttpRouter.makeRoute(
    "GET",
    "/faults/journal",
    asLook(
      authenticated(
        apiKey,
        Effect.gen(function* () {
          const entries = yield* Effect.flatMap(Journal, (journal) => journal.newest(Number.MAX_SAFE_INTEGER))
          const written = yield* encode("FaultJournal", FaultJournal)({ seed, ...(yield* ledger.read), entries })
          return HttpServerResponse.unsafeJson(written)
        })
      )
    )
  )
