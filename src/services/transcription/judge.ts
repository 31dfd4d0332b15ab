import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mapTexts } from "../../schemas/errors/excerpt.js"
import type { TranscriptionState } from "../../schemas/Transcript.js"
import { queryTranscription, TranscriptionStatus } from "../../schemas/Transcription.js"
import type { TranscriptionError } from "../../schemas/TranscriptionError.js"
import {
  TranscriptionNotFound,
  TranscriptionUnknownStatus,
  TranscriptMissing
} from "../../schemas/TranscriptionError.js"
import { ended } from "../../steps/Alive.js"
import type { Looked } from "./look.js"
import type { Wait } from "./Wait.js"

/** What the looks before this one have seen. */
export interface Seen {
  /** How many there were. */
  readonly number: number
  /** When the first of them began. Unit: milliseconds since 1970. */
  readonly firstLookAt: number | undefined
  /** Whether the record was seen; from then on it may not be gone. */
  readonly seen: boolean
  /** Whether the last look brought a reply that does not fit; a second in a row ends the wait. */
  readonly misfit: boolean
}

type Judged = Effect.Effect<Option.Option<TranscriptionState>, TranscriptionError>

/** The state that a look saw; none where it failed in passing. Keeps account of a task that was seen to end. */
export const judge = (id: string, wait: Wait, seen: Seen, looked: Looked): Judged =>
  stateOf(id, wait, seen, looked).pipe(
    Effect.tap((state) => (Option.exists(state, ({ _tag }) => _tag === "Completed") ? ended(id) : Effect.void)),
    // Other failures tell of a look, and the task may live on.
    Effect.tapErrorTag("TranscriptionNotFound", () => ended(id)),
    Effect.tapErrorTag("TranscriptionUnknownStatus", () => ended(id)),
    Effect.tapErrorTag("TranscriptMissing", () => ended(id))
  )

const stateOf = (
  id: string,
  { notFoundGrace, readTranscript, redaction }: Wait,
  { firstLookAt, misfit, number, seen }: Seen,
  { at, saw }: Looked
): Judged => {
  const attempts = number + 1
  if (saw._tag === "TranscriptionNotFound") {
    const grace = !seen && at - (firstLookAt ?? at) < Duration.toMillis(notFoundGrace)
    return grace ? Effect.succeedSome({ _tag: "Pending", id }) : new TranscriptionNotFound({ ...saw, attempts })
  }
  if (saw._tag === "GatewayInvalidResponse" && misfit) return Effect.fail(saw)
  if (saw._tag !== "Record") return Effect.succeedNone
  const { record } = saw
  const about = { operation: queryTranscription.name, attempts, id }
  switch (record.status) {
    case TranscriptionStatus.transcribing:
      return Effect.succeedSome({ _tag: "Transcribing", id, record })
    case TranscriptionStatus.completed:
      return Option.match(readTranscript(record.asrcResult), {
        onNone: () => new TranscriptMissing({ ...about, structure: mapTexts(redaction.withoutKey)(record.asrcResult) }),
        onSome: (text) => Effect.succeedSome({ _tag: "Completed", id, transcript: { id, text, record } })
      })
    default:
      return new TranscriptionUnknownStatus({
        ...about,
        status: record.status,
        asrcDesc: record.asrcDesc && redaction.text(record.asrcDesc)
      })
  }
}
