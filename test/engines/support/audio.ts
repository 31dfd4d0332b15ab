import { readFileSync } from "node:fs"

const examples = new URL("../../../examples/recordings/", import.meta.url)

/** A recording of the examples. */
export const recording = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, examples)))

/** A text of the examples. */
export const text = (name: string): string => readFileSync(new URL(name, examples), "utf8").trim()

const ascii = (word: string): Array<number> => [...word].map((char) => char.charCodeAt(0))

const little = (value: number, size: 2 | 4): Array<number> =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256)

const big = (value: number, base: 128 | 256): Array<number> =>
  Array.from({ length: 4 }, (_, i) => Math.floor(value / base ** (3 - i)) % base)

const chunk = (id: string, data: ReadonlyArray<number>): Array<number> => [
  ...ascii(id),
  ...little(data.length, 4),
  ...data,
  ...(data.length % 2 === 0 ? [] : [0])
]

/** Silence of 8,000 samples in a second, as a WAV file; a comment stands in its RIFF tag `ICMT`. */
export const wav = (seconds: number, comment?: string): Uint8Array => {
  const rate = 8_000
  const format = [
    ...little(1, 2),
    ...little(1, 2),
    ...little(rate, 4),
    ...little(rate, 4),
    ...little(1, 2),
    ...little(8, 2)
  ]
  const info = comment === undefined ? [] : chunk("LIST", [...ascii("INFO"), ...chunk("ICMT", [...ascii(comment), 0])])
  const data = chunk("data", new Array<number>(seconds * rate).fill(128))
  return new Uint8Array(chunk("RIFF", [...ascii("WAVE"), ...chunk("fmt ", format), ...info, ...data]))
}

/** Silence as an MP3 file of frames of 417 bytes, 44,100 samples in a second, with ID3 lyrics in the frame `USLT`. */
export const mp3 = (frames: number, lyrics: string): Uint8Array => {
  const uslt = [0, ...ascii("eng"), 0, ...ascii(lyrics)]
  const tag = [...ascii("USLT"), ...big(uslt.length, 256), 0, 0, ...uslt]
  const frame = [0xff, 0xfb, 0x90, 0x00, ...new Array<number>(413).fill(0)]
  return new Uint8Array([
    ...[...ascii("ID3"), 3, 0, 0, ...big(tag.length, 128), ...tag],
    ...Array.from({ length: frames }, () => frame).flat()
  ])
}

/** A FLAC file with its stream information alone, so without tags; with no samples in all, it tells no duration. */
export const bareFlac = (flac: Uint8Array, options?: { readonly unknownLength: boolean }): Uint8Array => {
  const first = 4
  let at = first
  let last = false
  while (!last) {
    last = ((flac[at] ?? 0) & 0x80) !== 0
    at += 4 + (((flac[at + 1] ?? 0) << 16) | ((flac[at + 2] ?? 0) << 8) | (flac[at + 3] ?? 0))
  }
  const info = flac.slice(first, first + 4 + 34)
  info[0] = 0x80
  if (options?.unknownLength === true) {
    info[4 + 13] = (info[4 + 13] ?? 0) & 0xf0
    info.fill(0, 4 + 14, 4 + 18)
  }
  return new Uint8Array([...flac.slice(0, first), ...info, ...flac.slice(at)])
}
