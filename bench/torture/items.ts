import type { Pipelines } from "effect-model-gateway"

type Item = typeof Pipelines.MixedItem.Encoded

/** The name of an item, which stands in its prompt, or in the id of its task, so that the gateway's own books tell whose work is whose. */
const nameOf = (n: number): string => `item${String(n).padStart(4, "0")}`

/** Where recordings are, and where images go. */
export interface Places {
  readonly recording: string
  readonly images: string
}

const words = ["harbour", "parcel", "lighthouse", "export", "invoice", "glacier", "orchard"]

/** The n-th item: a different one of six kinds in turn. */
export const itemOf = (n: number, { images, recording }: Places): Item & { readonly id: string } => {
  const id = nameOf(n)
  const text = `${id} ${words[n % words.length]}`
  switch (n % 6) {
    case 0:
      return { id, pipeline: "video", input: { model: "torture", prompt: text } }
    case 1:
      return { id, pipeline: "embed", input: { model: "torture", input: text, dimensions: 8 } }
    case 2:
      return { id, pipeline: "transcribe", input: { id, audio: { uri: recording } } }
    case 3:
      return { id, pipeline: "image", input: { ...image, style: "chat", prompt: text, directory: images } }
    case 4:
      return { id, pipeline: "rerank", input: { model: "torture", query: text, documents: [text, ...words] } }
    default:
      return { id, pipeline: "image", input: { ...image, style: "native", prompt: text, directory: images } }
  }
}

const image = { model: "torture", aspectRatio: "1:1", imageSize: "32x32" } as const

/** Lines that no item can be read from, as they come in a file that people write to; each fails alone. */
export const badLines: ReadonlyArray<string> = ['{ "id": "cut', '{ "id": "none", "pipeline": "embed", "input": {} }']

/** The file of a batch: so many items, one a line, and bad lines among them. */
export const fileOf = (count: number, places: Places): string => {
  const lines = Array.from({ length: count }, (_, n) => JSON.stringify(itemOf(n, places)))
  const middle = Math.floor(count / 2)
  return `${[...lines.slice(0, middle), ...badLines, ...lines.slice(middle)].join("\n")}\n`
}
