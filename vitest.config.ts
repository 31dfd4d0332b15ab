import { defineConfig } from "vitest/config"

export default defineConfig({
  // "effect-model-gateway" means the sources: tests import the package as its user does, without a build.
  ssr: { resolve: { conditions: ["@effect-model-gateway/source"] } },
  test: {
    include: ["{examples,test}/**/*.test.ts"],
    // By default one core is left free, and of two that is every second file.
    maxWorkers: "100%",
    // Many start processes, on machines that have other work.
    testTimeout: 30_000
  }
})
