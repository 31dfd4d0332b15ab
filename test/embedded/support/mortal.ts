import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import { Effect } from "effect"

/** Answers embeddings; of any other reply it sends the first byte, says so, and then no more. */
const program = `
const { createServer } = require("node:http")
const server = createServer((request, response) => request.resume().on("end", () => {
  if (request.url === "/v1/embeddings") return response.end('{"data":[{"index":0,"embedding":[1]}]}')
  response.writeHead(200, { "content-length": 100 }).write("{", () => console.log("begun"))
}))
server.listen(Number(process.argv[1]), "127.0.0.1", () => console.log(server.address().port))
`

/** A gateway in a process of its own, on a free port or on this one. It is killed with the scope, or when it is told to. */
export const mortal = (port = 0) =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(process.execPath, ["-e", program, `${port}`], { stdio: ["ignore", "pipe", "inherit"] })),
      killed
    )
    return { port: Number(yield* line(child)), begun: line(child), killed: killed(child) }
  })

const line = ({ stdout }: ChildProcess) =>
  Effect.async<string>((resume) => {
    stdout?.once("data", (data: Buffer) => resume(Effect.succeed(data.toString().trim())))
  })

/** Ended without a word, as by a crash, once the system has said so. */
const killed = (child: ChildProcess) =>
  Effect.async<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })
