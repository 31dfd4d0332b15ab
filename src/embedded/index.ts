export * from "./EmbeddedGateway.js"
