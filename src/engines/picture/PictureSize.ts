import * as Either from "effect/Either"

/** How large a picture is, in whole pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Why a size was refused: the field at fault, and what it accepts. It never repeats the input. */
export interface PictureSizeProblem {
  readonly field: "aspectRatio" | "imageSize"
  readonly message: string
}

/** The two fields of an image request that say how large the picture is to be; both may be left out. */
export interface PictureSizeOptions {
  readonly aspectRatio?: string | undefined
  readonly imageSize?: string | undefined
}

const smallest = 16
const largest = 4096
const pixelsPerK = 1024
const defaultLongerSide = 512
const tolerance = 0.01

const inBounds = (pixels: number): boolean => pixels >= smallest && pixels <= largest

const problem = (field: PictureSizeProblem["field"], message: string): Either.Either<never, PictureSizeProblem> =>
  Either.left({ field, message })

const badLabel = problem(
  "imageSize",
  `imageSize must be "1K", "2K", "3K" or "4K" (longer side in steps of ${pixelsPerK} pixels), ` +
    `or exact pixels as <w>x<h>, each from ${smallest} to ${largest}, such as "1280x720"`
)

// Nine digits keep every ratio finite; the pixel bounds refuse the odd ones anyway.
const pairOf = (text: string, separator: ":" | "x"): PictureSize | undefined => {
  const match = new RegExp(`^(\\d{1,9})${separator}(\\d{1,9})$`).exec(text)
  const width = Number(match?.[1])
  const height = Number(match?.[2])
  return width > 0 && height > 0 ? { width, height } : undefined
}

const fromLongerSide = (longer: number, ratio: PictureSize): Either.Either<PictureSize, PictureSizeProblem> => {
  const scale = longer / Math.max(ratio.width, ratio.height)
  // Judged before rounding, or 33:1 would pass as 32:1.
  if (Math.min(ratio.width, ratio.height) * scale < smallest) {
    return problem(
      "aspectRatio",
      `aspectRatio is too extreme: with ${longer} pixels on the longer side the shorter side would be under ` +
        `${smallest} pixels; up to ${longer / smallest}:1 and 1:${longer / smallest} are accepted`
    )
  }
  return Either.right({ width: Math.round(ratio.width * scale), height: Math.round(ratio.height * scale) })
}

const fromExact = (
  size: PictureSize,
  ratio: PictureSize | undefined
): Either.Either<PictureSize, PictureSizeProblem> => {
  if (!inBounds(size.width) || !inBounds(size.height)) return badLabel
  if (ratio === undefined) return Either.right(size)
  const wanted = size.height * ratio.width
  return Math.abs(size.width * ratio.height - wanted) <= wanted * tolerance
    ? Either.right(size)
    : problem("aspectRatio", "aspectRatio must agree with the <w>x<h> of imageSize within 1%, or be left out")
}

/**
 * The size in pixels that a request asks for.
 *
 * The spec gives `aspectRatio` the form `<w>:<h>` and calls `imageSize` a size label whose values are not shown, so the
 * rule for labels is this engine's own:
 *
 * - no label: 512 pixels on the longer side
 * - `1K` to `4K`: that many times 1,024 pixels on the longer side
 * - `<w>x<h>`, each from 16 to 4,096: exactly these pixels; an `aspectRatio` beside it must agree within 1%
 *
 * The ratio is `1:1` unless given. A ratio that leaves the shorter side under 16 pixels is refused.
 *
 * @example
 * pictureSize({ aspectRatio: "16:9", imageSize: "1K" }) // right({ width: 1024, height: 576 })
 */
export const pictureSize = (options: PictureSizeOptions): Either.Either<PictureSize, PictureSizeProblem> => {
  const { aspectRatio, imageSize } = options
  const ratio = aspectRatio === undefined ? undefined : pairOf(aspectRatio, ":")
  if (aspectRatio !== undefined && ratio === undefined) {
    return problem("aspectRatio", 'aspectRatio must have the form <w>:<h> with positive integers, such as "16:9"')
  }
  const square = { width: 1, height: 1 }
  if (imageSize === undefined) return fromLongerSide(defaultLongerSide, ratio ?? square)
  const label = /^([1-4])K$/.exec(imageSize)
  if (label !== null) return fromLongerSide(Number(label[1]) * pixelsPerK, ratio ?? square)
  const exact = pairOf(imageSize, "x")
  return exact === undefined ? badLabel : fromExact(exact, ratio)
}
