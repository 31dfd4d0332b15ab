import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import type { SpeechNotRecognised } from "effect-model-gateway/engines"
import {
  EngineState,
  memoryShelf,
  SpeechCommand,
  SpeechRecogniser,
  TranscriberEngine
} from "effect-model-gateway/engines"

/** A small program for the engine's command: it is given the arguments after its text, and the path of the recording. */
export const program = (text: string, ...args: ReadonlyArray<string>): SpeechCommand.Options["command"] => [
  process.execPath,
  "-e",
  text,
  "--",
  ...args
]

/** A recogniser by a program of this machine, which is there. */
export const byCommand = (options: SpeechCommand.Options) => Layer.orDie(command(options))

/** A recogniser by a program of this machine, if it is there. */
export const command = (options: SpeechCommand.Options) =>
  Layer.provide(SpeechCommand.layer(options), NodeContext.layer)

/** A recogniser that does as a function says. */
export const by = (recognise: (extension: string) => Effect.Effect<string, SpeechNotRecognised>) =>
  Layer.succeed(SpeechRecogniser, { recognise: ({ extension }) => recognise(extension) })

/** A state in memory that outlives the engines. */
export const newState = () => EngineState.make(memoryShelf)

/** The transcription engine with a recogniser, over real sockets. */
export const listening = (
  recogniser: Layer.Layer<SpeechRecogniser>,
  { state = newState(), ...options }: TranscriberEngine.Options & { readonly state?: typeof EngineState.Service } = {}
) =>
  TranscriberEngine.layer(options).pipe(
    Layer.provide(recogniser),
    Layer.provide(Layer.succeed(EngineState, state)),
    Layer.provide(NodeHttpClient.layerUndici)
  )

/** What a command hears in a file. */
export const heard = (options: SpeechCommand.Options, content = "", extension = ".wav") =>
  SpeechRecogniser.pipe(
    Effect.flatMap(({ recognise }) => recognise({ bytes: new TextEncoder().encode(content), extension })),
    Effect.provide(byCommand(options))
  )

/** A folder of the scope, for what programs are given and leave behind. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "speech-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)
