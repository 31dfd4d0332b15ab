import { Config } from "effect"

const text = (name: string, standard: string) => Config.withDefault(Config.string(name), standard)
const code = (name: string) => Config.withDefault(Config.integer(name), undefined)

/** What a gateway's own documentation tells: model names, codes, a group. The embedded gateway takes any. */
export const settings = Config.all({
  embeddingModel: text("MODEL_GATEWAY_EMBEDDING_MODEL", "text-embedding"),
  rerankModel: text("MODEL_GATEWAY_RERANK_MODEL", "rerank"),
  imageModel: text("MODEL_GATEWAY_IMAGE_MODEL", "image"),
  videoModel: text("MODEL_GATEWAY_VIDEO_MODEL", "video"),
  assetGroup: text("MODEL_GATEWAY_ASSET_GROUP", "generated-images"),
  transcription: Config.all({
    type: code("MODEL_GATEWAY_TRANSCRIPTION_TYPE"),
    resId: code("MODEL_GATEWAY_TRANSCRIPTION_RES_ID")
  })
})
