import { createRequire } from "node:module"

const manifest: { readonly version: string } = createRequire(import.meta.url)("effect-model-gateway/package.json")

/** The version of the package, from its own manifest. */
export const { version } = manifest
