import * as Cause from "effect/Cause"
import * as HashMap from "effect/HashMap"
import * as Logger from "effect/Logger"

/** Logs as lines of JSON on standard output: time, level, message, and what is annotated; a cause as text. */
export const jsonLog = Logger.replace(
  Logger.defaultLogger,
  Logger.make(({ annotations, cause, date, logLevel, message }) => {
    const line = {
      time: date.toISOString(),
      level: logLevel.label,
      message: [message].flat().map(String).join(" "),
      ...Object.fromEntries(HashMap.entries(annotations)),
      ...(Cause.isEmpty(cause) ? {} : { cause: Cause.pretty(cause) })
    }
    console.log(JSON.stringify(line))
  })
)

/** Logs as lines to be read, on standard output. */
export const plainLog = Logger.replace(
  Logger.defaultLogger,
  Logger.make(({ annotations, cause, date, message }) => {
    const of = (name: string) => HashMap.unsafeGet(annotations, name)
    const took = HashMap.has(annotations, "millis") ? ` ${of("millis")} ms` : ""
    const fault = HashMap.has(annotations, "fault") ? ` (fault: ${of("fault")})` : ""
    const why = HashMap.has(annotations, "failure") ? ` ${of("failure")}, trace ${of("traceId")},` : ""
    console.log(`${date.toISOString()} ${[message].flat().map(String).join(" ")}${fault}${why}${took}`)
    if (!Cause.isEmpty(cause)) console.error(Cause.pretty(cause))
  })
)
