import type * as Redacted from "effect/Redacted"

/** How a gateway server guards its operations. */
export interface ServerOptions {
  /** The key that callers must send as `Authorization: Bearer <key>`. */
  readonly apiKey: Redacted.Redacted
  /** The largest request body that is read. Unit: bytes. Default: 10 MiB. */
  readonly maxBodyBytes?: number | undefined
}
