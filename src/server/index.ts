export { type Binding, bind, type ServiceFailure } from "./Binding.js"
export * as GatewayServer from "./GatewayServer.js"
export * from "./openApi.js"
export * from "./ServerOptions.js"
