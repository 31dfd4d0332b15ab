import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { OpenApiDocument } from "./OpenApiDocument.js"

/**
 * Serves a document at `/openapi.json`, and at `/docs` a page for its reader, which fetches nothing from elsewhere. Both
 * are read without the key. The page weighs megabytes: it is loaded and built at its first request, and then kept.
 */
export const documentationRoutes = (document: OpenApiDocument): ReadonlyArray<HttpRouter.Route<never, never>> => {
  const page = kept(() => render(document))
  return [
    HttpRouter.makeRoute("GET", "/openapi.json", Effect.succeed(guarded(HttpServerResponse.unsafeJson(document)))),
    HttpRouter.makeRoute("GET", "/docs", Effect.map(page, readable))
  ]
}

/** A promise, for it goes on when the first who waits for it goes away, which an effect that is cached does not. */
const kept = <A>(build: () => Promise<A>): Effect.Effect<A> => {
  let built: Promise<A> | undefined
  return Effect.promise(() => {
    built ??= build()
    return built
  })
}

const render = async (document: OpenApiDocument) => {
  const { referencePage } = await import("./referencePage.js")
  return Effect.runPromise(referencePage(document))
}

const guarded = HttpServerResponse.setHeaders({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer"
})

/**
 * The renderer stands in the page, writes styles into it, and has a hash function in WebAssembly, which is what
 * `wasm-unsafe-eval` lets in; text is not run as code. Whatever it would fetch, it can only fetch from here.
 */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const readable = (page: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeader(guarded(page), "content-security-policy", policy)
