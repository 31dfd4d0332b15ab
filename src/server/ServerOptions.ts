import type * as Redacted from "effect/Redacted"
import type { Binding } from "./Binding.js"

/** What a gateway server serves besides the built-in operations, and how it guards them. */
export interface ServerOptions {
  /** The key that callers must send as `Authorization: Bearer <key>`. */
  readonly apiKey: Redacted.Redacted
  /** The largest request body that is read. Unit: bytes. Default: 10 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** Operations of the user's own, made by `bind`, that are served beside the built-in ones. Default: none. */
  readonly bindings?: ReadonlyArray<Binding> | undefined
}
