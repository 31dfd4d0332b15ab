import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { strict } from "../../schemas/strict.js"
import { Audio, TranscriptionRequest } from "../../schemas/Transcription.js"
import { Transcriber } from "../../services/Transcriber.js"
import { callCommand } from "../calls/callCommand.js"
import { withField } from "../calls/fields.js"
import { WrongUsage } from "../WrongUsage.js"

/** A task to submit and wait for; without audio one that was submitted before. */
const Task = strict(Schema.Struct({ ...TranscriptionRequest.fields, audio: Schema.optional(Audio) }))

/** `model-gateway transcribe`: the text of recordings, or of tasks that an earlier call submitted. */
export const transcribe = callCommand({
  name: "transcribe",
  description:
    "Submits recordings under ids of yours, and prints their texts as they are there. Without URL it waits for the task of an id " +
    "that was submitted before.",
  examples: [
    "model-gateway transcribe --id standup-1 $RECORDINGS/standup.flac",
    "model-gateway transcribe --id standup-1",
    `echo '{"id":"tour-1","audio":{"uri":"'$RECORDINGS'/standup.flac"}}' | model-gateway transcribe --json --input -`
  ],
  request: Task,
  argument: {
    name: "URL",
    description: "Where the gateway can download the recording.",
    fills: "audio.uri",
    requests: ([url, ...others]) =>
      others.length > 0
        ? new WrongUsage({ message: "URL must be one recording, for it has one --id; --input takes many" })
        : Effect.succeed([url === undefined ? {} : withField({}, ["audio", "uri"], url)])
  },
  extra: Options.none,
  send: ({ audio, id, ...codes }) =>
    Effect.map(
      Effect.flatMap(Transcriber, ({ await: wait, transcribe }) =>
        audio === undefined ? wait(id) : transcribe({ ...codes, id, audio })
      ),
      (transcript) => ({ of: id, lines: [transcript.text], values: [transcript] })
    ),
  inOrder: false,
  interrupted: (tasks) =>
    `Tasks that were submitted go on at the gateway; without URL, transcribe --id ID waits for one: ${tasks.map(({ id }) => id).join(", ")}`
})
