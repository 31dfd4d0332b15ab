import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Changes how the bytes of an answer go out. */
type Spoil = (response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse

/** Half of the body, under its own length, and then `cut`. */
export const resetInBody =
  (cut: Effect.Effect<never>): Spoil =>
  (response) => {
    const bytes = bytesOf(response)
    const body = Stream.concat(Stream.succeed(firstHalf(bytes)), Stream.fromEffect(cut))
    return streamed(response, body, bytes.length)
  }

/** Half of the body, as if it were all of it. */
export const cutBody: Spoil = (response) => {
  const { headers, status } = response
  const { "content-type": contentType = "application/json" } = headers
  return HttpServerResponse.uint8Array(firstHalf(bytesOf(response)), { status, headers, contentType })
}

/** The body in pieces: the first at once, the others spread over a time in milliseconds. */
export const slowBody =
  (millis: number): Spoil =>
  (response) => {
    const bytes = bytesOf(response)
    const size = Math.max(1, Math.ceil(bytes.length / pieces))
    const body = Stream.range(0, pieces - 1).pipe(
      Stream.tap((piece) => Effect.sleep(piece === 0 ? 0 : millis / (pieces - 1))),
      Stream.map((piece) => bytes.subarray(piece * size, (piece + 1) * size))
    )
    return streamed(response, body, bytes.length)
  }

const pieces = 10

/** Half of the body, and then spaces without end. */
export const endlessBody: Spoil = (response) => {
  const spaces = Chunk.of(new Uint8Array(16 * 1024).fill(0x20))
  return streamed(
    response,
    Stream.concat(Stream.succeed(firstHalf(bytesOf(response))), Stream.repeatValue(spaces).pipe(Stream.flattenChunks))
  )
}

const streamed = (
  { headers, status }: HttpServerResponse.HttpServerResponse,
  body: Stream.Stream<Uint8Array>,
  contentLength?: number
) => {
  const { "content-length": _, ...others } = headers
  const { "content-type": contentType = "application/json" } = headers
  return HttpServerResponse.stream(body, {
    status,
    headers: others,
    contentType,
    ...(contentLength === undefined ? {} : { contentLength })
  })
}

/** The body of an answer, which this server always has whole. */
const bytesOf = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array =>
  body._tag === "Uint8Array" ? body.body : new Uint8Array()

const firstHalf = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, Math.ceil(bytes.length / 2))
