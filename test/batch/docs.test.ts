import { readFileSync } from "node:fs"
import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Batch, Pipelines } from "effect-model-gateway"
import { Fakes } from "effect-model-gateway/testing"

const page = readFileSync(new URL("../../docs/command-line.md", import.meta.url), "utf8")
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` \| `(\{.*\})` \|$/gm)].map(([, name = "", item = ""]) => [name, item])
)

const refusedBy = <A, I, B, J, E, F, R>(of: Batch.Batchable<A, I, B, J, E, F, R>, name: string) =>
  Effect.map(Batch.plan(of, Batch.jsonLines(rows.get(name) ?? "none"), { runId: "docs" }), ({ failures }) => failures)

it.effect("the item that the docs show for each pipeline is one", () =>
  Effect.gen(function* () {
    const { embed, generateImageAssets, image, mixed, rerank, searchRecordings, transcribe, video } = Pipelines
    assert.deepStrictEqual(yield* refusedBy(transcribe, "transcribe"), [])
    assert.deepStrictEqual(yield* refusedBy(embed, "embed"), [])
    assert.deepStrictEqual(yield* refusedBy(rerank, "rerank"), [])
    assert.deepStrictEqual(yield* refusedBy(image, "image"), [])
    assert.deepStrictEqual(yield* refusedBy(video, "video"), [])
    assert.deepStrictEqual(yield* refusedBy(searchRecordings, "searchRecordings"), [])
    assert.deepStrictEqual(yield* refusedBy(generateImageAssets, "generateImageAssets"), [])
    assert.deepStrictEqual(yield* refusedBy(mixed, "mixed"), [])
    assert.strictEqual(rows.size, 8)
  }).pipe(Effect.provide([Fakes.layer(), NodeContext.layer]))
)
