import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import type { GeneratedImage } from "../GeneratedImages.js"
import { mediaType } from "./mediaType.js"

/**
 * The image that base64 text holds; none where the text is empty or broken. Line breaks, the URL-safe alphabet and
 * missing padding are read too, for replies differ in them.
 */
export const imageFromBase64 = (text: string): Option.Option<GeneratedImage> => {
  const standard = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "")
  const padded = standard.padEnd(Math.ceil(standard.length / 4) * 4, "=")
  return Option.getRight(Encoding.decodeBase64(padded)).pipe(
    Option.filter((bytes) => bytes.length > 0),
    Option.map((bytes) => ({ bytes, mimeType: mediaType(bytes) }))
  )
}

/** The image as a base64 data URI. */
export const dataUri = ({ bytes, mimeType }: GeneratedImage): string =>
  `data:${mimeType};base64,${Encoding.encodeBase64(bytes)}`
