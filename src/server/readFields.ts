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

/** The request's body is larger than the server reads, or ended before it was whole. Unit: bytes. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly limit: number }> {}

/** The fields of a request, gathered from where the client puts them: the path, and the body or the query. */
export const readFields = (operation: Operation.Any, maxBodyBytes: number) =>
  Effect.gen(function* () {
    const inPath = yield* HttpRouter.params
    if (!Operation.hasBody(operation.method)) return { ...(yield* HttpServerRequest.ParsedSearchParams), ...inPath }
    const body = yield* readJson(operation, maxBodyBytes)
    if (!Predicate.isReadonlyRecord(body)) return body
    const twice = Object.keys(inPath).find((name) => name in body)
    return twice === undefined
      ? { ...body, ...inPath }
      : yield* invalid(operation, twice, "stands in the path, and must not stand in the body too")
  })

const readJson = (operation: Operation.Any, limit: number) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const length = request.headers["content-length"]
    if (Number(length ?? 0) > limit) return yield* new BodyTooLarge({ limit })
    const text = yield* (length === undefined ? readChunks(request, limit) : request.text).pipe(
      HttpServerRequest.withMaxBodySize(Option.some(limit)),
      Effect.mapError(() => new BodyTooLarge({ limit }))
    )
    const body = parseJson(text)
    if (Option.isSome(body)) return body.value
    return yield* invalid(operation, "", text.trim() === "" ? "is empty, and must be JSON" : "must be JSON, and is not")
  })

/** A body that tells no length. One too large is not kept, but read to its end: who still writes hears no answer. */
const readChunks = ({ stream }: HttpServerRequest.HttpServerRequest, limit: number) =>
  Effect.suspend(() => {
    const decoder = new TextDecoder()
    const parts: Array<string> = []
    return stream.pipe(
      Stream.runFold(0, (size, chunk) => {
        if (size + chunk.byteLength <= limit) parts.push(decoder.decode(chunk, { stream: true }))
        return size + chunk.byteLength
      }),
      Effect.filterOrFail((size) => size <= limit),
      Effect.map(() => parts.join("") + decoder.decode())
    )
  })

const parseJson = Schema.decodeUnknownOption(Schema.parseJson())

const invalid = (operation: Operation.Any, path: string, problem: string) =>
  Effect.fail(new GatewayInvalidRequest({ operation: operation.name, attempts: 0, issues: [{ path, problem }] }))
