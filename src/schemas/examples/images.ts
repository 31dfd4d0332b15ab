import { picture } from "./picture.js"

const prompt = "A lighthouse at dusk, in blue and gold"

/** Specification 4. The ratio and the size label are illustrative values. */
export const chatImage = {
  request: {
    model: "image-model",
    stream: false,
    messages: [{ role: "user", content: prompt }],
    extra_body: { vendor: { image_config: { aspect_ratio: "16:9", image_size: "1K" } } }
  },
  response: {
    id: "chat-17",
    model: "image-model",
    object: "chat.completion",
    created: 1_714_557_600,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: `Here it is.\n\n![image](data:image/png;base64,${picture})` },
        finish_reason: "stop"
      }
    ],
    usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 }
  }
}

/** Specification 5. The ratio, the size label and the fields of the image's part are illustrative. */
export const nativeImage = {
  request: {
    model: "image-model",
    contents: [{ role: "user", parts: [{ text: prompt }] }],
    generationConfig: {
      responseModalities: ["TEXT", "IMAGE"],
      imageConfig: { aspectRatio: "16:9", imageSize: "1K" }
    }
  },
  response: {
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ text: "Here it is." }, { inlineData: { mimeType: "image/png", data: picture } }]
        },
        finishReason: "STOP",
        safetyRatings: []
      }
    ],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1, totalTokenCount: 10 }
  }
}
