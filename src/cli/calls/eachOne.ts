import * as Effect from "effect/Effect"
import { withField } from "./fields.js"

/** A request for each argument, which is its field `path`; without arguments one request, of options alone. */
export const eachOne = (path: string) => (given: ReadonlyArray<string>) =>
  Effect.succeed<ReadonlyArray<unknown>>(
    given.length === 0 ? [{}] : given.map((text) => withField({}, path.split("."), text))
  )
