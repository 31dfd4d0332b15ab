import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import type { Binding } from "../Binding.js"
import type { FaultPlan } from "../faults/FaultPlan.js"
import { asLook } from "../requests/RequestFacts.js"
import { activity } from "./Activity.js"
import { html } from "./html.js"
import { Inventory } from "./Inventory.js"
import { observed } from "./observed.js"
import { underOwnHost } from "./ownHost.js"
import { script } from "./script.js"
import { style } from "./style.js"

/** What the front page says of the gateway. */
export interface FrontPageOptions {
  /** What answers the operations, such as `engines` or the host of another gateway. Default: nothing is said of it. */
  readonly answeredBy?: string | undefined
  /** Names of hosts under which it is shown, besides `localhost` and IP addresses. Default: none. */
  readonly hosts?: ReadonlyArray<string> | undefined
  /** What it does wrong on purpose, which its title then warns of. */
  readonly faults?: FaultPlan | undefined
}

/**
 * The front page: what the gateway has seen and holds, live, for whoever can reach it. It is read without the key, shows
 * none, and changes nothing. Under the name of another's host it is not shown: see `isOwnHost`.
 *
 * `routes` are its files and its data. `watch` is put around each binding, for an implementation without an `Inventory`.
 */
export const frontPage = ({ answeredBy, faults, hosts = [] }: FrontPageOptions) =>
  Effect.gen(function* () {
    const held = yield* Effect.serviceOption(Inventory)
    const { inventory, watch } = yield* Option.match(held, {
      onNone: () => observed,
      onSome: (inventory) => Effect.succeed({ inventory, watch: identity<Binding> })
    })
    const since = yield* Clock.currentTimeMillis
    const title = faults === undefined ? "effect-model-gateway" : "effect-model-gateway with faults"
    const data = activity({ title, answeredBy, since }, inventory)
    const route = <E, R>(path: `/${string}`, respond: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
      HttpRouter.makeRoute("GET", path, asLook(Effect.map(underOwnHost(hosts, respond), guarded)))
    return {
      watch,
      routes: [
        route("/", file("text/html", html)),
        route("/page.css", file("text/css", style)),
        route("/page.js", file("text/javascript", script)),
        route(
          "/activity",
          Effect.map(data, (it) => HttpServerResponse.unsafeJson(it))
        )
      ]
    }
  })

const file = (contentType: string, text: string) =>
  Effect.sync(() => HttpServerResponse.text(text, { contentType: `${contentType}; charset=utf-8` }))

/** A page that may load its own two files and pictures from anywhere, and nothing else; and that no other may hold. */
const guarded = HttpServerResponse.setHeaders({
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' http: https: data:",
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; "),
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
})
