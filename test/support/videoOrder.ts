import type { VideoOrder } from "effect-model-gateway"

/** An order that uses every field of the specification. */
export const videoOrder: Required<VideoOrder> = {
  model: "director-1",
  fileInfos: [
    {
      category: "image",
      url: "https://files.test/a.png",
      referenceType: "first",
      objectId: "o-1",
      voiceId: "v-1",
      keepOriginalSound: "yes",
      useType: "frame"
    }
  ],
  subjectInfos: [
    {
      id: "s-1",
      name: "Ada",
      voiceId: "v-1",
      imageUrls: ["https://files.test/ada.png"],
      videoUrls: ["https://files.test/ada.mp4"]
    }
  ],
  lastFrameUrl: "https://files.test/last.png",
  prompt: "a lighthouse at dusk",
  negativePrompt: "people",
  enhancePrompt: "true",
  duration: 5,
  resolution: "1080p",
  aspectRatio: "16:9",
  audioGeneration: "on",
  enhanceSwitch: "off",
  offPeak: "no",
  frameInterpolate: "no",
  logoAdd: "no",
  enableBGM: "yes",
  seed: 0,
  voiceList: [{ voiceId: "v-1" }],
  extInfo: "{}"
}
