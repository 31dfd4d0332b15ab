import type * as Duration from "effect/Duration"
import type * as Redacted from "effect/Redacted"
import type { Binding } from "./Binding.js"
import type { FaultPlan } from "./faults/FaultPlan.js"
import type { OpenApiInfo } from "./openApi/OpenApiDocument.js"

/** What a gateway server serves besides the built-in operations, and how it guards them. */
export interface ServerOptions {
  /** The key that callers must send as `Authorization: Bearer <key>`. */
  readonly apiKey: Redacted.Redacted
  /** The largest request body that is read. Unit: bytes. Default: 10 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** How deep the lists and objects of a request body may nest. Unit: levels. Default: 100; the operations need 6. */
  readonly maxJsonDepth?: number | undefined
  /** How many requests are answered at once; one more is refused with 503 and `Retry-After`. Default: 256. */
  readonly maxConcurrentRequests?: number | undefined
  /** How long requests in flight may go on once the layer's scope closes; new ones are refused with 503. Default: 0. */
  readonly drainTimeout?: Duration.DurationInput | undefined
  /** Whether a line is logged for each request: method, path, status, time; never a header, query or body. Default: false. */
  readonly logRequests?: boolean | undefined
  /** Whether a front page at `/` shows, to everyone who reaches it, what the gateway has seen. Default: false. */
  readonly ui?: boolean | undefined
  /** Names of hosts under which the front page is shown, besides `localhost` and IP addresses. Default: none. */
  readonly hosts?: ReadonlyArray<string> | undefined
  /** What answers the operations, as the front page says it, such as `engines`. Default: it does not say. */
  readonly answeredBy?: string | undefined
  /** What it does wrong, for tests of its callers; `GET /faults/journal` then tells what it did. Default: nothing. */
  readonly faults?: FaultPlan | undefined
  /** The title, version and description of the OpenAPI document. Default: this package's, with no version told. */
  readonly info?: Partial<OpenApiInfo> | undefined
  /** Operations of the user's own, made by `bind`, that are served beside the built-in ones. Default: none. */
  readonly bindings?: ReadonlyArray<Binding> | undefined
}
