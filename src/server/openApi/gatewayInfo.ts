import type { OpenApiInfo } from "./OpenApiDocument.js"

/** What a document says of itself where its maker says nothing else. `0.0.0` stands for a version that was not told. */
export const gatewayInfo: OpenApiInfo = {
  title: "AI model gateway",
  version: "0.0.0",
  description:
    "Speech transcription, image generation, embeddings, rerank, asset listing and video orders behind one address. " +
    "Send the gateway's key with every call, as `Authorization: Bearer <API_KEY>`.\n\n" +
    "Models, ids, labels and codes in the examples are illustrative.\n\n" +
    "The server also has routes of its own, which are no operations: `/healthz`, `/readyz`, `/metrics`, " +
    "`/openapi.json`, `/docs`, and `/assets/{id}` for the files behind asset URLs.",
  license: { name: "MIT", identifier: "MIT" }
}
