import { describe, expect, it } from "vitest"
import { lint } from "./lint.js"

interface Row {
  readonly file: string
  readonly allowed: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
}

const barrels = ["effect", "@effect/platform"]

/** The folder table of the design, with what each row lets in and what it keeps out. */
const table: ReadonlyArray<Row> = [
  {
    file: "src/index.ts",
    allowed: ["./schemas/index.js", "./steps/index.js", "./services/Embedder.js", "./pipelines/index.js"],
    refused: ["./engines/index.js", "./server/index.js", "./durable/index.js", "./cli/main.js", "effect/Effect"]
  },
  {
    file: "src/schemas/Probe.ts",
    allowed: ["effect/Schema", "./Other.js", "./images/Other.js"],
    refused: [...barrels, "@effect/platform/HttpClient", "node:fs", "../index.js", "../steps/step.js", "../cli/main.js"]
  },
  {
    file: "src/schemas/images/Probe.ts",
    allowed: ["effect/Schema", "./Other.js", "../Other.js", "../videos/Other.js"],
    refused: [
      ...barrels,
      "../../steps/step.js",
      "../../services/Embedder.js",
      "../../index.js",
      "../../../test/house/lint.js"
    ]
  },
  {
    file: "src/steps/Probe.ts",
    allowed: ["effect/Effect", "./step.js", "../schemas/Safety.js"],
    refused: [...barrels, "@effect/platform/HttpClient", "@effect/workflow/Activity", "../services/Embedder.js"]
  },
  {
    file: "src/steps/parts/Probe.ts",
    allowed: ["effect/Effect", "./Other.js", "../step.js", "../../schemas/Safety.js"],
    refused: [...barrels, "../../services/Embedder.js", "../../schemas.js"]
  },
  {
    file: "src/services/Probe.ts",
    allowed: [
      "effect/Layer",
      "@effect/platform/HttpClient",
      "./GatewayClient.js",
      "./client/attempt.js",
      "../schemas/Embedding.js",
      "../steps/step.js"
    ],
    refused: [
      ...barrels,
      "./Embedder.js",
      "./Gateway.js",
      "../engines/Embedder.js",
      "@effect/platform-node/NodeHttpClient"
    ]
  },
  {
    file: "src/services/client/Probe.ts",
    allowed: [
      "effect/Effect",
      "@effect/platform/HttpClient",
      "./attempt.js",
      "../GatewayClient.js",
      "../images/decode.js",
      "../../schemas/Y.js",
      "../../steps/step.js"
    ],
    refused: [...barrels, "../Embedder.js", "../Gateway.js", "../../engines/Embedder.js", "../../pipelines/embedAll.js"]
  },
  {
    file: "src/services/Gateway.ts",
    allowed: [
      "effect/Layer",
      "@effect/platform/HttpClient",
      "./Embedder.js",
      "./GatewayClient.js",
      "../schemas/Operation.js"
    ],
    refused: [...barrels, "../engines/Embedder.js"]
  },
  {
    file: "src/services/index.ts",
    allowed: ["./Embedder.js", "./Gateway.js", "./images/decode.js"],
    refused: ["../pipelines/index.js"]
  },
  {
    file: "src/engines/Probe.ts",
    allowed: [
      "effect/Layer",
      "@effect/platform/FileSystem",
      "fast-png",
      "minisearch",
      "music-metadata",
      "./picture/ink.js",
      "../schemas/Embedding.js",
      "../services/Embedder.js",
      "../services/http/withoutRedirects.js"
    ],
    refused: [
      ...barrels,
      "sharp",
      "node:zlib",
      "../server/serve.js",
      "../steps/step.js",
      "../services/GatewayClient.js",
      "../services/client/attempt.js"
    ]
  },
  {
    file: "src/engines/picture/Probe.ts",
    allowed: [
      "effect/Effect",
      "@effect/platform/FileSystem",
      "../../schemas/Embedding.js",
      "fast-png",
      "./ink.js",
      "../seed.js",
      "../speech/words.js",
      "../../services/Embedder.js",
      "../../services/http/withoutRedirects.js"
    ],
    refused: ["../../services/GatewayClient.js", "../../services/client/attempt.js", "../../server/serve.js", "sharp"]
  },
  {
    file: "src/pipelines/Probe.ts",
    allowed: [
      "effect/Stream",
      "@effect/platform/FileSystem",
      "@effect/platform/Path",
      "@effect/platform/Error",
      "./batch.js",
      "../schemas/Embedding.js",
      "../services/Embedder.js",
      "../steps/step.js"
    ],
    refused: [
      ...barrels,
      "@effect/platform/HttpClient",
      "@effect/workflow/Workflow",
      "../services/GatewayClient.js",
      "../services/client/attempt.js",
      "../engines/Embedder.js",
      "../durable/runner.js"
    ]
  },
  {
    file: "src/pipelines/report/Probe.ts",
    allowed: [
      "effect/Effect",
      "@effect/platform/FileSystem",
      "./table.js",
      "../batch.js",
      "../../services/Embedder.js"
    ],
    refused: [
      "@effect/platform/HttpBody",
      "../../services/GatewayClient.js",
      "../../services/client/attempt.js",
      "../../engines/Embedder.js",
      "../../durable/runner.js"
    ]
  },
  {
    file: "src/sqlite/Probe.ts",
    allowed: ["./connect.js", "effect/Effect", "@effect/platform/FileSystem", "@effect/sql-sqlite-node/SqliteClient"],
    refused: [...barrels, "@effect/platform/HttpClient", "../schemas/Operation.js", "../embedded/answers.js", "node:fs"]
  },
  {
    file: "src/durable/Probe.ts",
    allowed: [
      "./runner.js",
      "effect/Layer",
      "@effect/workflow/Activity",
      "@effect/cluster/SingleRunner",
      "@effect/rpc/RpcSerialization",
      "@effect/rpc/Rpc",
      "@effect/sql/SqlClient",
      "@effect/sql-pg/PgClient",
      "@effect/platform-node/NodeClusterSocket",
      "@effect/platform/FileSystem",
      "../pipelines/embedAll.js",
      "../schemas/Operation.js",
      "../sqlite/connect.js",
      "../steps/step.js"
    ],
    refused: [...barrels, "@effect/sql", "@effect/platform/HttpClient", "../services/Embedder.js", "../server/serve.js"]
  },
  {
    file: "src/durable/sqlite/Probe.ts",
    allowed: [
      "effect/Effect",
      "./lock.js",
      "../runner.js",
      "@effect/sql-sqlite-node/SqliteClient",
      "../../steps/step.js"
    ],
    refused: ["../../services/Embedder.js", "node:sqlite"]
  },
  {
    file: "src/server/Probe.ts",
    allowed: [
      "effect/Layer",
      "@effect/platform/HttpRouter",
      "./routes.js",
      "../schemas/Operation.js",
      "../services/Reranker.js"
    ],
    refused: [...barrels, "../engines/Embedder.js", "../services/GatewayClient.js", "../steps/step.js", "node:http"]
  },
  {
    file: "src/server/answers/Probe.ts",
    allowed: [
      "effect/Effect",
      "@effect/platform/HttpServerResponse",
      "./status.js",
      "../routes.js",
      "../../schemas/Operation.js",
      "../../services/Reranker.js"
    ],
    refused: [
      ...barrels,
      "../../services/GatewayClient.js",
      "../../engines/Embedder.js",
      "../../services/client/attempt.js",
      "../../cli/main.js"
    ]
  },
  {
    file: "src/embedded/Probe.ts",
    allowed: [
      "effect/Layer",
      "@effect/platform/HttpServer",
      "@effect/platform-node/NodeHttpServer",
      "@effect/sql/SqlClient",
      "@effect/sql-sqlite-node/SqliteClient",
      "@effect/opentelemetry/Metrics",
      "@opentelemetry/exporter-prometheus",
      "ipaddr.js",
      "node:http",
      "node:net",
      "node:dns",
      "./data/shelf.js",
      "../schemas/Asset.js",
      "../services/Gateway.js",
      "../engines/Engines.js",
      "../server/GatewayServer.js"
    ],
    refused: [
      ...barrels,
      "@effect/sql",
      "node:fs",
      "../pipelines/passages.js",
      "../durable/Durable.js",
      "../cli/main.js"
    ]
  },
  {
    file: "src/embedded/data/Probe.ts",
    allowed: [
      "effect/Effect",
      "@effect/platform/FileSystem",
      "@effect/platform-node/NodeFileSystem",
      "@effect/sql/SqlClient",
      "@effect/sql-sqlite-node/SqliteClient",
      "@effect/opentelemetry/Metrics",
      "@opentelemetry/exporter-prometheus",
      "ipaddr.js",
      "node:http",
      "node:net",
      "node:dns",
      "./shelf.js",
      "../EmbeddedGateway.js",
      "../../schemas/Asset.js",
      "../../services/Gateway.js",
      "../../engines/state/EngineState.js",
      "../../server/GatewayServer.js"
    ],
    refused: [
      ...barrels,
      "@effect/sql",
      "node:fs",
      "node:sqlite",
      "../../pipelines/passages.js",
      "../../durable/Durable.js",
      "../../cli/main.js"
    ]
  },
  {
    file: "src/testing/Probe.ts",
    allowed: [
      "effect/Layer",
      "@effect/platform/HttpClient",
      "./Calls.js",
      "../schemas/Asset.js",
      "../services/Embedder.js",
      "../server/GatewayServer.js",
      "../embedded/EmbeddedGateway.js"
    ],
    refused: [...barrels, "@effect/platform-node/NodeHttpClient", "node:fs", "../engines/Engines.js", "../cli/main.js"]
  },
  {
    file: "src/cli/Probe.ts",
    allowed: [
      "@effect/cli/Command",
      "../durable/runner.js",
      "../engines/Embedder.js",
      "../server/serve.js",
      "./commands/run.js"
    ],
    refused: ["../../test/house/lint.js", "../../examples/start.js"]
  },
  {
    file: "src/elsewhere/Probe.ts",
    allowed: [],
    refused: ["effect/Effect", "./Other.js"]
  },
  {
    file: "test/services/Probe.test.ts",
    allowed: ["effect", "vitest", "effect-model-gateway", "effect-model-gateway/engines", "../support/fakes.js"],
    refused: ["../../src/index.js", "../../src/services/Embedder.js", "../../dist/index.js"]
  },
  {
    file: "test/internals/limiter.test.ts",
    allowed: ["../../src/services/client/limiter.js"],
    refused: []
  },
  {
    file: "test/engines/picture.test.ts",
    allowed: ["../../src/engines/picture/ink.js"],
    refused: []
  },
  {
    file: "examples/Probe.ts",
    allowed: ["effect", "effect-model-gateway", "effect-model-gateway/server", "./shared/show.js"],
    refused: ["../src/index.js", "../dist/index.js", "../test/support/fakes.js"]
  },
  {
    file: "bench/Probe.ts",
    allowed: ["effect-model-gateway"],
    refused: ["../src/schemas/Vector.js"]
  }
]

const importing = (sources: ReadonlyArray<string>): string =>
  sources.map((source, index) => `import * as m${index} from ${JSON.stringify(source)}\n`).join("")

const findings = lint(new Map(table.map((row) => [row.file, importing([...row.allowed, ...row.refused])])))

describe("the folder table", () => {
  it.each(table)("$file", (row) => {
    const refusedLines = findings
      .filter((it) => it.category === "lint/style/noRestrictedImports" && it.location.path === row.file)
      .map((it) => it.location.start.line)
    const imports = [...row.allowed, ...row.refused]
    expect(imports.filter((_, index) => refusedLines.includes(index + 1))).toEqual(row.refused)
  })
})

describe("an import cycle", () => {
  const cycles = (files: Record<string, string>): ReadonlyArray<string> =>
    lint(new Map(Object.entries(files)))
      .filter((it) => it.category === "lint/suspicious/noImportCycles")
      .map((it) => it.location.path)
      .sort()
  const reading = (source: string): string => `import { value } from "${source}"\nexport const other = value\n`

  it("is refused in every file that closes it", () => {
    const files = {
      "src/steps/a.ts": reading("./b.js"),
      "src/steps/b.ts": reading("./c.js"),
      "src/steps/c.ts": reading("./a.js")
    }
    expect(cycles(files)).toEqual(["src/steps/a.ts", "src/steps/b.ts", "src/steps/c.ts"])
  })

  it("is not seen in a chain", () => {
    const files = {
      "src/steps/a.ts": reading("./b.js"),
      "src/steps/b.ts": reading("./c.js"),
      "src/steps/c.ts": "export const value = 1\n"
    }
    expect(cycles(files)).toEqual([])
  })
})
