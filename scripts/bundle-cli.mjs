// Bundles the command line into one file, with all that it needs but the native SQLite.
// Usage: node scripts/bundle-cli.mjs [file], by default dist/cli/bin.js.
import { build } from "esbuild"

await build({
  entryPoints: ["src/cli/bin.ts"],
  outfile: process.argv[2] ?? "dist/cli/bin.js",
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  alias: { "better-sqlite3": "./src/cli/nativeSqlite.ts" },
  external: ["libsql"],
  // CommonJS packages in the bundle still ask for Node's own modules by require.
  banner: {
    js: 'import { createRequire as bundleRequire } from "node:module"\nconst require = bundleRequire(import.meta.url)'
  },
  legalComments: "linked",
  logLevel: "warning"
})
