export * as GatewayServer from "./GatewayServer.js"
export * from "./openApi.js"
export * from "./ServerOptions.js"
