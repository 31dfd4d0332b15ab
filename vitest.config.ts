import { defineConfig } from "vitest/config"

export default defineConfig({
  // "effect-model-gateway" means the sources: tests import the package as its user does, without a build.
  ssr: { resolve: { conditions: ["@effect-model-gateway/source"] } },
  test: { include: ["{examples,test}/**/*.test.ts"], testTimeout: 10_000 }
})
