import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { Effect } from "effect"
import { environmentOf, gatewayThat, temporaryDirectory } from "../support/gateways.js"
import { run, start } from "../support/modelGateway.js"

/** Answers an embedding or a video order; `undefined` never answers, and a status refuses. */
export type Answers = (body: string) => number | undefined

/** A gateway, a place for a store, and `batch` with both; what the gateway does can be changed while it runs. */
export const station = Effect.gen(function* () {
  let answers: Answers = () => 200
  const bodies: Array<string> = []
  const answer = (response: ServerResponse, request: IncomingMessage) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      bodies.push(body)
      const status = answers(body)
      if (status === undefined) return
      response.writeHead(status, { "content-type": "application/json" })
      response.end(JSON.stringify({ id: "reply", data: [{ index: 0, embedding: [1, 2] }], usage: { total_tokens: 3 } }))
    })
  }
  const { baseUrl } = yield* gatewayThat(answer)
  const directory = yield* temporaryDirectory
  const store = join(directory, "runs.sqlite")
  const environment = environmentOf(baseUrl)
  const withStore = (args: ReadonlyArray<string>) => ["batch", ...args, "--store", store]
  return {
    directory,
    store,
    /** All requests so far. */
    bodies,
    answer: (so: Answers) => {
      answers = so
    },
    batch: (args: ReadonlyArray<string>, input = "") => run(withStore(args), environment, input),
    starting: (args: ReadonlyArray<string>) => start(withStore(args), environment),
    /** Waits until the gateway has had so many requests. */
    asked: (requests: number) =>
      Effect.sync(() => bodies.length).pipe(
        Effect.delay("20 millis"),
        Effect.repeat({ until: (seen) => seen >= requests, times: 500 })
      )
  }
})

/** Items as JSON Lines: an embedding of each text, which is its key too. */
export const texts = (...inputs: ReadonlyArray<string>): string =>
  inputs.map((input) => JSON.stringify({ model: "any", input })).join("\n")

/** A run of them, called by their texts. */
export const monday = ["--run", "monday", "--pipeline", "embed", "--key", "input", "--input", "-"]

/** The same, carried out one after the other. */
export const embedding = [...monday, "--parallel", "1"]

/** Lines of JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find.
export const linesOf = (out: string): ReadonlyArray<any> =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
