import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EngineState } from "../state/EngineState.js"
import type { HearingTask } from "../state/TranscriptionTask.js"
import { textFrom } from "./taskRecord.js"

/** Where the text of what is heard comes from, in words. */
export const speechSource = "the speech recogniser"

/** What is told of a task that is not heard yet: where a recogniser listens, and where there is none. */
export const unheardDescriptions = {
  listening: textFrom(speechSource),
  deaf: "Waits for a speech recogniser, and none is set up."
}

/** The tasks that are not heard yet, oldest first. */
export const unheardTasks = ({
  tasks,
  transcripts
}: typeof EngineState.Service): Effect.Effect<ReadonlyArray<HearingTask>> =>
  Effect.flatMap(tasks.all, (all) =>
    Effect.filter(
      all.filter((task) => "uri" in task),
      ({ id }) => Effect.map(transcripts.get(id), Option.isNone)
    )
  )

/** Warns of tasks that wait where there is nobody to hear them. */
export const tellOfUnheard = (state: typeof EngineState.Service): Effect.Effect<void> =>
  Effect.flatMap(unheardTasks(state), ({ length }) =>
    length === 0
      ? Effect.void
      : Effect.logWarning(
          `${length === 1 ? "1 transcription waits" : `${length} transcriptions wait`} for a speech recogniser`
        )
  )
