/** Specification 7: a vector of four numbers, shorter than a model's. */
export const embedded = {
  request: { model: "embedding-model", input: "Where is my parcel?", encoding_format: "float", dimensions: 4 },
  response: {
    object: "list",
    data: [{ object: "embedding", index: 0, embedding: [0.5, -0.5, 0.1, 0.7] }],
    model: "embedding-model",
    usage: { prompt_tokens: 4, total_tokens: 4 }
  }
}

const documents = [
  "The office is open from nine to five.",
  "A parcel can be traced by its number.",
  "Refunds take up to ten days."
]

/** Specification 8: the best two of three. The fields of `document` are illustrative. */
export const reranked = {
  request: { model: "rerank-model", query: "Where is my parcel?", documents, top_n: 2, return_documents: true },
  response: {
    id: "ranking-17",
    results: [
      { index: 1, relevance_score: 0.92, document: { text: documents[1] } },
      { index: 0, relevance_score: 0.08, document: { text: documents[0] } }
    ],
    meta: {}
  }
}
