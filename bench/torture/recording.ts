import { readFile } from "node:fs/promises"
import { createServer } from "node:http"

/** Serves a recording on loopback, for the gateway to fetch. */
export const serveRecording = async (): Promise<{ readonly uri: string; readonly close: () => void }> => {
  const bytes = await readFile(new URL("../../examples/recordings/standup.flac", import.meta.url))
  const server = createServer((_, response) => response.end(bytes))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { uri: `http://127.0.0.1:${port}/standup.flac`, close: () => server.close() }
}
