/** A process of its own: a gateway whose transcriptions take 5 seconds. It tells its parent its port, and ends with it. */
import { createServer } from "node:http"
import { json } from "node:stream/consumers"

const doneAt = new Map<unknown, number>()

const submitted = (id: unknown) => {
  doneAt.set(id, Date.now() + 5000)
  return { code: "200", data: null }
}

const looked = (id: unknown) => {
  const done = Date.now() >= (doneAt.get(id) ?? 0)
  if (done) doneAt.delete(id)
  return { code: "200", data: { bizId: id, status: done ? 2 : 1, asrcResult: "Done." } }
}

const server = createServer(async (request, response) => {
  const { id } = Object(await json(request))
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify(request.url?.endsWith("process") ? submitted(id) : looked(id)))
})
server.listen(0, "127.0.0.1", () => process.send?.(Object(server.address()).port))
process.on("disconnect", () => process.exit())
