import * as Schema from "effect/Schema"

/** An asset as the engines keep it. Its URL is not kept: it depends on where the files are served. */
export const KeptAsset = Schema.Struct({
  id: Schema.String,
  groupId: Schema.String,
  name: Schema.String,
  /** Such as `image`. */
  type: Schema.String,
  /** Unit: milliseconds since 1970. */
  createdAt: Schema.Number
})
export interface KeptAsset extends Schema.Schema.Type<typeof KeptAsset> {}
