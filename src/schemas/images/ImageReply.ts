import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import type { GeneratedImage, GeneratedImages } from "../GeneratedImages.js"
import type { Usage } from "../Usage.js"

/** What was found in a reply of either style, before it is known whether all of it is whole. */
export interface ImageReply {
  /** Each image in order; none where its base64 is broken. */
  readonly images: ReadonlyArray<Option.Option<GeneratedImage>>
  readonly text: string
  readonly usage: Usage
  readonly finishReason: string | undefined
}

/** What a reply of either style is written from; a reply may hold no image at all. */
export interface WholeReply extends Omit<GeneratedImages, "images"> {
  readonly images: ReadonlyArray<GeneratedImage>
}

/** Why a reply gives no `GeneratedImages`. */
export interface ImageProblem {
  readonly problem: "absent" | "broken"
  readonly text: string
  readonly intact: ReadonlyArray<GeneratedImage>
  /** A reply without a whole image used tokens too. */
  readonly usage: Usage
  readonly finishReason: string | undefined
}

/** The images of a reply, if there is one at least and each is whole. */
export const imagesOf = (reply: ImageReply): Either.Either<GeneratedImages, ImageProblem> => {
  const { finishReason, text, usage } = reply
  const intact = Arr.getSomes(reply.images)
  return Arr.isNonEmptyArray(intact) && intact.length === reply.images.length
    ? Either.right({ images: intact, text, usage, finishReason })
    : Either.left({ problem: reply.images.length === 0 ? "absent" : "broken", text, intact, usage, finishReason })
}
