import { Logger } from "effect"

/** A log that is kept in lines, each its level and its message. */
export const logged = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel.label} ${message}`)
  })
  return { lines, layer: Logger.replace(Logger.defaultLogger, logger) }
}
