import { FastCheck } from "effect"
import type { GeneratedImage } from "effect-model-gateway"

/** The first bytes of a file of each kind that can be told by them. */
const beginnings: ReadonlyArray<readonly [mimeType: string, beginning: ReadonlyArray<number | string>]> = [
  ["image/png", [0x89, "PNG\r\n", 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
  ["image/gif", ["GIF89a"]],
  ["image/webp", ["RIFF", 0x24, 0, 0, 0, "WEBP"]],
  ["image/avif", [0, 0, 0, 0x20, "ftypavif"]],
  ["image/bmp", ["BM"]],
  ["image/tiff", ["II*", 0]],
  ["application/octet-stream", [0, 1, 2, 3]]
]

const bytesOf = (parts: ReadonlyArray<number | string>): ReadonlyArray<number> =>
  parts.flatMap((part) => (typeof part === "number" ? [part] : [...part].map((char) => char.charCodeAt(0))))

/** An image of each kind. */
export const images: ReadonlyArray<GeneratedImage> = beginnings.map(([mimeType, beginning]) => ({
  bytes: Uint8Array.from([...bytesOf(beginning), 7, 62, 63, 255, 251, 190]),
  mimeType
}))

/** The image of this kind. */
export const imageOf = (mimeType: string): GeneratedImage => {
  const image = images.find((one) => one.mimeType === mimeType)
  if (image === undefined) throw new Error(`no image of the type ${mimeType}`)
  return image
}

export const base64 = ({ bytes }: GeneratedImage): string => Buffer.from(bytes).toString("base64")

/** Any image: a known beginning, and any bytes behind it. */
export const anyImage: FastCheck.Arbitrary<GeneratedImage> = FastCheck.tuple(
  FastCheck.constantFrom(...beginnings),
  FastCheck.uint8Array({ maxLength: 40 })
).map(([[mimeType, beginning], rest]) => ({ bytes: Uint8Array.from([...bytesOf(beginning), ...rest]), mimeType }))
