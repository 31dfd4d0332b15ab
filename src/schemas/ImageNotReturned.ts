import * as Inspectable from "effect/Inspectable"
import * as Schema from "effect/Schema"
import { common, sentence } from "./errors/common.js"
import { excerpt } from "./errors/excerpt.js"
import { GeneratedImage } from "./GeneratedImages.js"
import { withoutBytes } from "./images/withoutBytes.js"
import { noUsage, Usage } from "./Usage.js"

/**
 * The order was answered, and may have cost money, but the reply holds no image (`absent`) or one whose base64 cannot be
 * read (`broken`). `text` is what came instead or around; `intact` are the images that could be read beside a broken one. Tokens
 * were used all the same: `usage` says how many.
 */
export class ImageNotReturned extends Schema.TaggedError<ImageNotReturned>()("ImageNotReturned", {
  ...common,
  problem: Schema.Literal("absent", "broken"),
  text: Schema.String,
  intact: Schema.Array(GeneratedImage),
  usage: Schema.optionalWith(Usage, { default: () => noUsage }),
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
    const { _tag, intact, message, problem, text, usage } = this
    return { _tag, message, problem, text: excerpt(text), intact: intact.map(withoutBytes), usage }
  }

  /** What Node prints, by `console.error` too: as in JSON. */
  override [Inspectable.NodeInspectSymbol]() {
    return this.toJSON()
  }
}
