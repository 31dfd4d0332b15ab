interface Signature {
  readonly mimeType: string
  readonly offset: number
  readonly bytes: ReadonlyArray<number>
}

const ascii = (text: string): ReadonlyArray<number> => [...text].map((char) => char.charCodeAt(0))

const signatures: ReadonlyArray<Signature> = [
  { mimeType: "image/png", offset: 0, bytes: [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a] },
  { mimeType: "image/jpeg", offset: 0, bytes: [0xff, 0xd8, 0xff] },
  { mimeType: "image/gif", offset: 0, bytes: ascii("GIF8") },
  { mimeType: "image/webp", offset: 8, bytes: ascii("WEBP") },
  { mimeType: "image/avif", offset: 4, bytes: ascii("ftypavif") },
  { mimeType: "image/heic", offset: 4, bytes: ascii("ftypheic") },
  { mimeType: "image/bmp", offset: 0, bytes: ascii("BM") },
  { mimeType: "image/tiff", offset: 0, bytes: [...ascii("II*"), 0] },
  { mimeType: "image/tiff", offset: 0, bytes: [...ascii("MM"), 0, ...ascii("*")] },
  { mimeType: "image/svg+xml", offset: 0, bytes: ascii("<svg") }
]

/**
 * The media type that the bytes themselves show by their signature, whatever a reply declares. `application/octet-stream`
 * where none is known.
 */
export const mediaType = (image: Uint8Array): string =>
  signatures.find(({ bytes, offset }) => bytes.every((byte, i) => image[offset + i] === byte))?.mimeType ??
  "application/octet-stream"
