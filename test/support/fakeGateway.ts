import { readFileSync } from "node:fs"
import type { HttpClientRequest } from "@effect/platform"
import { HttpClient, HttpClientError, HttpClientResponse } from "@effect/platform"
import { Clock, Effect, Layer, Redacted } from "effect"
import { Gateway } from "effect-model-gateway"

/** A request as the gateway gets it; a body that is not there is undefined. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** How the gateway answers one request. */
export type Answer = (
  request: HttpClientRequest.HttpClientRequest
) => Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

/** The key that tests send, and that may show up nowhere else. */
export const apiKey = "sk-7Qm4-this-key-must-not-leak"

export const baseUrl = "https://gateway.test"

/**
 * A gateway that answers from a script, one answer a request, or by a function of what it gets. It keeps what it got,
 * and when. A request beyond the script is a defect.
 */
export const fakeGateway = (
  script: ReadonlyArray<Answer> | ((received: Received) => Answer),
  options: Partial<Gateway.Options> = {}
) => {
  const received: Array<Received> = []
  const times: Array<number> = []
  const client = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      times.push(yield* Clock.currentTimeMillis)
      const next: Received = {
        method: request.method,
        url: url.href,
        headers: { ...request.headers },
        body: bodyOf(request)
      }
      received.push(next)
      const answer = typeof script === "function" ? script(next) : script[received.length - 1]
      return answer === undefined ? yield* Effect.dieMessage("no answer for this request") : yield* answer(request)
    })
  )
  const layer = Gateway.layer({ baseUrl, apiKey: Redacted.make(apiKey), ...options }).pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, client))
  )
  return { received, times, client, layer }
}

export type GatewayFake = ReturnType<typeof fakeGateway>

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): unknown =>
  body._tag === "Uint8Array" ? JSON.parse(new TextDecoder().decode(body.body)) : undefined

/** Answers with this body, whatever it is, and status 200 unless `init` says otherwise. */
export const text =
  (body: BodyInit | null, init?: ResponseInit): Answer =>
  (request) =>
    Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(body, init)))

/** Answers with JSON. */
export const json = (body: unknown, init?: ResponseInit): Answer => text(JSON.stringify(body), init)

/** Answers with a reply as it was recorded, from the folder `replies`. */
export const recorded = (name: string, init?: ResponseInit): Answer => text(recording(name), init)

/** The text of a recorded reply. */
export const recording = (name: string): string => readFileSync(new URL(`./replies/${name}`, import.meta.url), "utf8")

/** The connection fails as HTTP clients tell it: with a cause that may hold a system's error code. */
export const unreachable =
  (cause: unknown): Answer =>
  (request) =>
    Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause }))

/** An error of the system, such as `ECONNREFUSED`. */
export const systemError = (code: string): Error => Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code })

/** Takes the request and never answers. */
export const hangs: Answer = () => Effect.never

/** Answers, sends `start` of the body, and then `then` happens: the connection breaks, nothing more comes, or it never ends. */
export const bodyThat =
  (then: "breaks" | "stalls" | "never ends", start: string, init?: ResponseInit): Answer =>
  (request) => {
    const bytes = new TextEncoder().encode(start)
    let sent = false
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> | void => {
      if (!sent || then === "never ends") controller.enqueue(bytes)
      else if (then === "breaks") controller.error(new TypeError("terminated", { cause: systemError("ECONNRESET") }))
      else return new Promise(() => {})
      sent = true
    }
    return text(new ReadableStream({ pull }), init)(request)
  }
