import * as Schema from "effect/Schema"

/** A ratio of the form `<w>:<h>`, such as `16:9` or `2.39:1`. Which ratios a gateway allows is not shown. */
export const AspectRatio = Schema.String.pipe(
  Schema.pattern(/^([1-9]\d{0,4}(\.\d{1,5})?|0\.\d{0,4}[1-9]):([1-9]\d{0,4}(\.\d{1,5})?|0\.\d{0,4}[1-9])$/, {
    identifier: "AspectRatio",
    description: "a ratio of the form <w>:<h>, such as 16:9"
  })
)
