const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/heic": "heic",
  "image/bmp": "bmp",
  "image/tiff": "tiff",
  "image/svg+xml": "svg"
}

/** The file extension of a media type, without a dot; `bin` where it is unknown. */
export const extensionOf = (mimeType: string): string => extensions[mimeType] ?? "bin"

const longestSlug = 40

/**
 * A file name that is safe whatever the prompt holds: letters and digits of any script in lower case, hyphens for the
 * rest, cut short, and the beginning of the digest of what the file holds. So a file never takes the place of another that
 * holds something else.
 */
export const baseName = (prompt: string, digest: string): string => {
  const slug = prompt
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
  const short = [...slug].slice(0, longestSlug).join("").replace(/-+$/, "")
  return `${short === "" ? "image" : short}-${digest.slice(0, 8)}`
}
