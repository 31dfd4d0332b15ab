import * as Schema from "effect/Schema"
import { common, sentence } from "./errors/common.js"
import { excerpt } from "./errors/excerpt.js"
import { GeneratedImage } from "./GeneratedImages.js"

/**
 * The order was answered, and may have cost money, but the reply holds no image (`absent`) or one whose base64 cannot be
 * read (`broken`). `text` is what came instead or around; `intact` are the images that could be read beside a broken one.
 */
export class ImageNotReturned extends Schema.TaggedError<ImageNotReturned>()("ImageNotReturned", {
  ...common,
  problem: Schema.Literal("absent", "broken"),
  text: Schema.String,
  intact: Schema.Array(GeneratedImage),
  finishReason: Schema.optional(Schema.String)
}) {
  override get message() {
    const what = this.problem === "absent" ? "the reply holds no image" : "the reply holds an image with broken base64"
    const finish = this.finishReason === undefined ? "" : `, finish reason ${this.finishReason}`
    const said = this.text === "" ? "no text came with it" : `the text that came: ${excerpt(this.text)}`
    return sentence(this, `${what}${finish}; ${said}`)
  }

  /** The error without the bytes of its images, and with its text in short, for logs. */
  override toJSON() {
    const intact = this.intact.map(({ bytes, mimeType }) => ({ mimeType, size: bytes.length }))
    return { _tag: this._tag, message: this.message, problem: this.problem, text: excerpt(this.text), intact }
  }
}
