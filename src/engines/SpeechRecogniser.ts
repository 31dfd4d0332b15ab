import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SpeechNotRecognised } from "./speech/SpeechNotRecognised.js"

/** An audio file to listen to. */
export interface AudioFile {
  readonly bytes: Uint8Array
  /** The extension of its name with the point, such as `.flac`; empty where it has none. Letters and digits alone. */
  readonly extension: string
}

/**
 * Turns speech into text. Where one is provided, `TranscriberEngine` takes the text of every recording from it, and looks
 * neither at tags nor at files beside the recording.
 */
export class SpeechRecogniser extends Context.Tag("effect-model-gateway/SpeechRecogniser")<
  SpeechRecogniser,
  {
    /** The text of what is said in an audio file, never an empty one. */
    readonly recognise: (audio: AudioFile) => Effect.Effect<string, SpeechNotRecognised>
  }
>() {}
