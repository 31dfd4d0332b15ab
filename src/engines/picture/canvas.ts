import type { PictureSize } from "./PictureSize.js"

/** A picture's pixels and its unit: compositions measure in the shorter side, which is 1 at every size. */
export interface Frame extends PictureSize {
  /** Pixels in one unit. */
  readonly unit: number
}

/** The extent of a picture in units. */
export interface View {
  readonly width: number
  readonly height: number
}

/** A shape cut to the pixels of one frame. */
export interface Layer {
  /** The first row that it may touch. */
  readonly top: number
  /** The first row after those that it may touch. */
  readonly bottom: number
  /** The row from which on it hides all that lies behind. */
  readonly solidFrom: number
  /** Lays its colour over a row of red, green, blue triples, 0..255. */
  readonly paint: (row: Float32Array, y: number) => void
}

/** Something to draw, measured in units from the top left corner. */
export type Shape = (frame: Frame) => Layer

/** The share of a pixel inside an edge that lies `distance` pixels from its middle, inside being positive. */
export const coverage = (distance: number): number => (distance <= -0.5 ? 0 : distance >= 0.5 ? 1 : distance + 0.5)

/** The frame in which a picture of this size is drawn. */
export const frameOf = (size: PictureSize): Frame => ({ ...size, unit: Math.min(size.width, size.height) })

/** Paints the shapes, the furthest first, and gives red, green, blue bytes row by row. */
export const render = (shapes: ReadonlyArray<Shape>, frame: Frame): Uint8ClampedArray => {
  const layers = shapes.map((shape) => shape(frame))
  const stride = frame.width * 3
  const pixels = new Uint8ClampedArray(stride * frame.height)
  // One row of floats keeps many thin coats from rounding each other away, without a float copy of the picture.
  const row = new Float32Array(stride)
  for (let y = 0; y < frame.height; y++) {
    // What lies behind the last layer that fills the row is not worth painting.
    const first = layers.reduce((found, layer, i) => (layer.solidFrom <= y ? i : found), 0)
    for (const layer of layers.slice(first)) {
      if (y >= layer.top && y < layer.bottom) layer.paint(row, y)
    }
    pixels.set(row, y * stride)
  }
  return pixels
}
