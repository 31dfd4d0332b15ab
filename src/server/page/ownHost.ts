import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { brief } from "../brief.js"
import { errorResponse } from "../failureResponse.js"
import { TraceId } from "../traceId.js"

/** Answers a request for one of the gateway's own hosts; for another, 421. */
export const underOwnHost = <E, R>(
  hosts: ReadonlyArray<string>,
  respond: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.gen(function* () {
    const { host } = (yield* HttpServerRequest.HttpServerRequest).headers
    if (host === undefined || isOwnHost(host, hosts)) return yield* respond
    return errorResponse(otherHost, "OtherHost", notHere(brief(host)), yield* TraceId)
  })

/** Misdirected request (RFC 9110). It is the page's alone, and of no operation. */
const otherHost = 421

const notHere = (host: string): string =>
  `the front page is not shown under ${host}: open it by an IP address or localhost, or name the host in the option hosts`

/**
 * Whether a `Host` header names what nobody else can point at this gateway: an IP address, `localhost`, a name below it,
 * or one of `hosts`. Any other name may be a stranger's, whose page in a browser would read this gateway's as its own
 * (DNS rebinding).
 */
const isOwnHost = (header: string, hosts: ReadonlyArray<string>): boolean => {
  const name = nameOf(header)
  return (
    name !== undefined && (isAddress(name) || isLocalhost(name) || hosts.some((host) => host.toLowerCase() === name))
  )
}

/** In lower case, without the port. */
const nameOf = (header: string): string | undefined =>
  /^[^\s/?#@\\]+$/.test(header) && URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : undefined

const isAddress = (name: string): boolean => /^\[|^[\d.]+$/.test(name)

const isLocalhost = (name: string): boolean => /(^|\.)localhost\.?$/.test(name)
