/** Specification 9: an order by text alone. All values are illustrative, and so is the whole reply. */
export const videoOrdered = {
  request: {
    model: "video-model",
    prompt: "Waves roll in below a lighthouse at dusk",
    negativePrompt: "people",
    duration: 5,
    resolution: "1080P",
    aspectRatio: "16:9",
    audioGeneration: "Enabled",
    seed: 7
  },
  response: { id: "video-17", status: "accepted" }
}
