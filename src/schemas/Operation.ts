import type * as Schema from "effect/Schema"
import type { Envelope } from "./Envelope.js"
import type { PathTemplate } from "./Path.js"
import { okStatus } from "./statuses.js"
import type { Usage } from "./Usage.js"

/** The HTTP methods that an operation can have. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * One operation of the gateway, as data. The client executes it; routes, OpenAPI and commands are derived from it.
 *
 * A request field that the path names travels in the path; the others travel in the JSON body (`POST`, `PUT`, `PATCH`)
 * or in the query string (`GET`, `DELETE`). Path and query carry text: write a number there as `Schema.NumberFromString`.
 */
export interface Operation<out Name extends string, in out A, in out I, in out B, in out J> {
  readonly name: Name
  readonly method: Method
  readonly path: PathTemplate
  /** Other paths that the gateway treats as the same operation. The client uses `path`; a server answers on all. */
  readonly equivalentPaths: ReadonlyArray<PathTemplate>
  readonly request: Schema.Schema<A, I>
  readonly response: Schema.Schema<B, J>
  readonly safety: Safety<A>
  /** The statuses of a reply that may be read by the response schema: 200, unless the operation says otherwise. */
  readonly successStatuses: ReadonlyArray<number>
  /** How a reply with a success status can still say no; left out where it cannot. */
  readonly envelope?: Envelope | undefined
  /** What a reply says that the call used; left out where replies do not say it. */
  readonly usage?: ((reply: B) => Usage | undefined) | undefined
  /** What a reader is told of the operation; OpenAPI and the docs page show it. */
  readonly documentation?: Documentation<I, J> | undefined
}

/** An operation in words, and one call of it. */
export interface Documentation<out I, out J> {
  /** One line. */
  readonly summary: string
  /** What it does, what it costs, and which of its values are not shown. CommonMark. */
  readonly description: string
  /** A request and a reply to it in wire form, as JSON carries them; fields that the path names stand in the request. */
  readonly example: { readonly request: I; readonly response: J }
}

/**
 * What a repeated request would do. It alone decides whether the client may send a request again.
 *
 * - `Read`: nothing; repeat freely.
 * - `Keyed`: the caller's id names the work, so after an ambiguous failure the client can ask by that id first.
 * - `Order`: each accepted request costs money; never sent again on a guess.
 */
export type Safety<Request> = Read | Keyed<Request> | Order

/** A request that changes nothing. */
export interface Read {
  readonly _tag: "Read"
}

/** A request that costs money each time it is accepted. */
export interface Order {
  readonly _tag: "Order"
}

/** A request whose work is named by the caller, and can be asked for by that name. */
export interface Keyed<in Request> {
  readonly _tag: "Keyed"
  /** The reply to a request whose own reply was lost, in wire form, where the work turns out to be known. */
  readonly accepted: unknown
  /** Hands the query that tells whether the gateway knows the work of `request` to `use`. */
  readonly withQuery: <Out>(request: Request, use: UseQuery<Out>) => Out
}

/** Receives a query, its input, and how to read from the reply that the work is known. */
export type UseQuery<Out> = <A, I, B, J>(
  query: Operation<string, A, I, B, J>,
  input: I,
  known: (reply: B) => boolean
) => Out

/** Whether requests of a method carry their fields in a body; otherwise they stand in the query. */
export const hasBody = (method: Method): boolean => method !== "GET" && method !== "DELETE"

/** Any operation, where only its data matters. */
export interface Any {
  readonly name: string
  readonly method: Method
  readonly path: PathTemplate
  readonly equivalentPaths: ReadonlyArray<PathTemplate>
  readonly request: Schema.Schema.AnyNoContext
  readonly response: Schema.Schema.AnyNoContext
  readonly safety: Safety<never>
  readonly successStatuses: ReadonlyArray<number>
  readonly envelope?: Envelope | undefined
  readonly usage?: ((reply: never) => Usage | undefined) | undefined
  readonly documentation?: Documentation<unknown, unknown> | undefined
}

/** What an operation is declared from, besides its name, method and path. */
export interface Declaration<in out A, in out I, in out B, in out J> {
  readonly request: Schema.Schema<A, I>
  readonly response: Schema.Schema<B, J>
  readonly safety: Safety<A>
  readonly equivalentPaths?: ReadonlyArray<PathTemplate> | undefined
  readonly successStatuses?: ReadonlyArray<number> | undefined
  readonly envelope?: Envelope | undefined
  readonly usage?: ((reply: NoInfer<B>) => Usage | undefined) | undefined
  readonly documentation?: Documentation<NoInfer<I>, NoInfer<J>> | undefined
}

/**
 * Declares an operation.
 *
 * @example
 * const getAsset = Operation.make("getAsset", "POST", "/api/v3/getAsset", {
 *   request: strict(Schema.Struct({ Id: Schema.NonEmptyString })),
 *   response: Schema.Struct({ Asset }),
 *   safety: Safety.read
 * })
 */
export const make = <const Name extends string, A, I, B, J>(
  name: Name,
  method: Method,
  path: PathTemplate,
  declaration: Declaration<A, I, B, J>
): Operation<Name, A, I, B, J> => ({
  ...declaration,
  equivalentPaths: declaration.equivalentPaths ?? [],
  successStatuses: declaration.successStatuses ?? [okStatus],
  name,
  method,
  path
})

/** Declares an operation that is sent with `GET`; request fields that the path does not name go into the query. */
export const get = <const Name extends string, A, I, B, J>(
  name: Name,
  path: PathTemplate,
  declaration: Declaration<A, I, B, J>
): Operation<Name, A, I, B, J> => make(name, "GET", path, declaration)

/** Declares an operation that is sent with `POST`; request fields that the path does not name go into the body. */
export const post = <const Name extends string, A, I, B, J>(
  name: Name,
  path: PathTemplate,
  declaration: Declaration<A, I, B, J>
): Operation<Name, A, I, B, J> => make(name, "POST", path, declaration)
