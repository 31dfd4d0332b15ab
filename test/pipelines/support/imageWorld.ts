import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import type { Asset, GatewayError, GeneratedImages, ImageNotReturned, ListAssets } from "effect-model-gateway"
import { AssetLibrary, ImageGenerator } from "effect-model-gateway"

/** How a prompt is answered, in either style. */
export type Draw = (prompt: string) => Effect.Effect<GeneratedImages, GatewayError | ImageNotReturned>

/** The bytes of an image of a kind, with a text behind its signature. */
export const bytesOf = (kind: "png" | "jpg" | "gif" | "webp" | "unknown", text: string): Uint8Array =>
  new Uint8Array([...signatures[kind], ...new TextEncoder().encode(text)])

const ascii = (text: string): ReadonlyArray<number> => [...text].map((char) => char.charCodeAt(0))
const signatures = {
  png: [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a],
  jpg: [0xff, 0xd8, 0xff],
  gif: ascii("GIF89a"),
  webp: ascii("RIFF....WEBP"),
  unknown: ascii("?")
}

/** A PNG that holds the prompt. Each word of the prompt is a token, and so is the image. */
export const drawing: Draw = (prompt) => {
  const inputTokens = prompt.split(" ").length
  return Effect.succeed({
    images: [{ bytes: bytesOf("png", prompt), mimeType: "image/png" }],
    text: "",
    usage: { inputTokens, outputTokens: 1, totalTokens: inputTokens + 1 }
  })
}

/** Image generator and asset library, and what they were asked for. */
export const imageWorld = (draw: Draw = drawing, list: ListAssets = pagesOf([])) => {
  const order: Array<string> = []
  const listed: Array<Parameters<ListAssets>[0]> = []
  const answer = (style: string, prompt: string) =>
    Effect.suspend(() => {
      order.push(`${style}: ${prompt}`)
      return draw(prompt)
    })
  return {
    /** The orders, and `list` for each page that was read, in order. */
    order,
    /** The requests for pages of the list. */
    listed,
    layer: Layer.mergeAll(
      Layer.succeed(
        ImageGenerator,
        ImageGenerator.of({
          chat: ({ messages }) => answer("chat", messages[0]?.content ?? ""),
          native: ({ contents }) => answer("native", contents[0]?.parts[0]?.text ?? "")
        })
      ),
      Layer.succeed(
        AssetLibrary,
        AssetLibrary.make((request) =>
          Effect.suspend(() => {
            order.push("list")
            listed.push(request)
            return list(request)
          })
        )
      ),
      NodeContext.layer
    )
  }
}

/** A list of assets, in pages. */
export const pagesOf =
  (...pages: ReadonlyArray<ReadonlyArray<Asset>>): ListAssets =>
  ({ PageNumber = 1 }) => {
    const Items = pages[PageNumber - 1] ?? []
    return Effect.succeed({ Items, PageNumber, PageSize: 2, TotalCount: pages.flat().length })
  }

/** A folder that lasts as long as the scope, and what stands in it. */
export const temporary = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped()
  return { folder, names: Effect.map(files.readDirectory(folder), (names) => names.sort()) }
})
