import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { GatewayInvalidRequest } from "../schemas/GatewayError.js"
import * as Operation from "../schemas/Operation.js"
import { nestsDeeper } from "./jsonDepth.js"
import type { ServerOptions } from "./ServerOptions.js"

/** The request's body is larger than the server reads, or ended before it was whole. Unit: bytes. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly limit: number }> {}

/** The request's body came in a coding, such as gzip, and not as it is. */
export class BodyEncoded extends Data.TaggedError("BodyEncoded")<{ readonly coding: string }> {}

/** The fields of a request, gathered from where the client puts them: the path, and the body or the query. */
export const readFields = (operation: Operation.Any, limits: BodyLimits) =>
  Effect.gen(function* () {
    const inPath = yield* HttpRouter.params
    if (!Operation.hasBody(operation.method)) return { ...(yield* HttpServerRequest.ParsedSearchParams), ...inPath }
    const body = yield* readJson(operation, limits)
    if (!Predicate.isReadonlyRecord(body)) return body
    const twice = Object.keys(inPath).find((name) => Object.hasOwn(body, name))
    return twice === undefined
      ? { ...body, ...inPath }
      : yield* invalid(operation, twice, "stands in the path, and must not stand in the body too")
  })

/** How much of a body is read. */
type BodyLimits = Pick<ServerOptions, "maxBodyBytes" | "maxJsonDepth">

const readJson = (operation: Operation.Any, { maxBodyBytes = 10 * 1024 * 1024, maxJsonDepth = 100 }: BodyLimits) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const coding = request.headers["content-encoding"] ?? "identity"
    if (coding.toLowerCase() !== "identity") return yield* new BodyEncoded({ coding })
    const chunks = yield* readChunks(request, maxBodyBytes)
    const text = decodeText(chunks)
    if (Option.isNone(text)) return yield* invalid(operation, "", "must be UTF-8, and is not")
    if (text.value.trim() === "") return yield* invalid(operation, "", "is empty, and must be JSON")
    if (nestsDeeper(text.value, maxJsonDepth)) {
      return yield* invalid(operation, "", `nests lists and objects deeper than ${maxJsonDepth} levels`)
    }
    const body = parseJson(text.value)
    return Option.isSome(body) ? body.value : yield* invalid(operation, "", "must be JSON, and is not")
  })

/** A body too large is not kept, but read to its end where it told no length: who still writes hears no answer. */
const readChunks = ({ headers, stream }: HttpServerRequest.HttpServerRequest, limit: number) =>
  Effect.suspend(() => {
    if (Number(headers["content-length"] ?? 0) > limit) return new BodyTooLarge({ limit })
    const chunks: Array<Uint8Array> = []
    return stream.pipe(
      Stream.runFold(0, (size, chunk) => {
        if (size + chunk.byteLength <= limit) chunks.push(chunk)
        return size + chunk.byteLength
      }),
      Effect.filterOrFail((size) => size <= limit),
      Effect.mapBoth({ onSuccess: () => chunks, onFailure: () => new BodyTooLarge({ limit }) })
    )
  })

/** Text without its byte order mark; none where the bytes are not UTF-8, for a prompt with holes may be an order too. */
const decodeText = Option.liftThrowable((chunks: ReadonlyArray<Uint8Array>): string => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode()
})

const parseJson = Schema.decodeUnknownOption(Schema.parseJson())

const invalid = (operation: Operation.Any, path: string, problem: string) =>
  Effect.fail(new GatewayInvalidRequest({ operation: operation.name, attempts: 0, issues: [{ path, problem }] }))
