import type { GeneratedImage } from "../GeneratedImages.js"

/** What may be shown of an image where its bytes may not, such as in logs. Unit of the size: bytes. */
export const withoutBytes = ({
  bytes,
  mimeType
}: GeneratedImage): { readonly mimeType: string; readonly size: number } => ({
  mimeType,
  size: bytes.length
})
