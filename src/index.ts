export * from "./pipelines/index.js"
export * from "./schemas/index.js"
export * from "./services/index.js"
export * from "./steps/index.js"
