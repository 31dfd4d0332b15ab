import * as ConfigError from "effect/ConfigError"

/** The same error, where a setting is missing in words that say what to do. */
export const missingSetting = (error: ConfigError.ConfigError): ConfigError.ConfigError => {
  switch (error._op) {
    case "MissingData": {
      const name = error.path.join(".")
      return ConfigError.MissingData([...error.path], `${name} is not set: set it, or make the client from options`)
    }
    case "And":
      return ConfigError.And(missingSetting(error.left), missingSetting(error.right))
    default:
      return error
  }
}
