import * as Logger from "effect/Logger"

/** What the engine says where all is well: when it stops, and of executions that a plan leaves where they are. */
const harmless = ["No healthy runners available", "Could not find entity manager for address, retrying"]

/** A logger that hears nothing of that. */
export const withoutHarmless = (logger: Logger.Logger<unknown, void>): Logger.Logger<unknown, void> =>
  Logger.make((said) => {
    if (!harmless.includes(String([said.message].flat()[0]))) logger.log(said)
  })

/** Tells the person at the terminal, where there is no progress to be kept below. */
export const engineLogger = withoutHarmless(
  Logger.make(({ message }) => console.error(`model-gateway: ${[message].flat().map(String).join(" ")}`))
)
