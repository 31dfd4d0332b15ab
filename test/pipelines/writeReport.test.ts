import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import type { Layer } from "effect"
import { Effect, Either, Schema, Stream } from "effect"
import { RunReport, reportHtml, reportOf, writeReport } from "effect-model-gateway"
import { broken, disk, halfWritten } from "./support/disk.js"
import { runRecords } from "./support/runRecords.js"

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "report-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const report = (items: number) =>
  reportOf(Stream.fromIterable(runRecords({ items, open: 1 })), {
    run: `of ${items}`,
    pipeline: "search",
    stopped: "told to"
  })

const write = (path: string, items: number, files: Layer.Layer<FileSystem.FileSystem> = NodeContext.layer) =>
  report(items).pipe(
    Effect.flatMap((it) => writeReport(path, it)),
    Effect.provide(files),
    Effect.provide(NodeContext.layer),
    Effect.either
  )

const text = (...path: ReadonlyArray<string>) => readFileSync(join(...path), "utf8")

it.scopedLive("writes both files, of which one is read back as the same report", () =>
  Effect.gen(function* () {
    const path = join(yield* directory, "runs", "one")
    const files = yield* Effect.flatten(write(path, 30))
    assert.deepStrictEqual(files, { json: join(path, "report.json"), html: join(path, "report.html") })
    assert.deepStrictEqual(readdirSync(path).sort(), ["report.html", "report.json"])
    const expected = yield* report(30)
    const read = Schema.decodeUnknownSync(Schema.parseJson(RunReport))(text(files.json))
    const encoded = (it: RunReport) => JSON.parse(JSON.stringify(Schema.encodeSync(RunReport)(it)))
    assert.deepStrictEqual(encoded(read), encoded(expected))
    assert.strictEqual(text(files.html), reportHtml(expected))
    assert.strictEqual(reportHtml(read), reportHtml(expected))
  })
)

it.scopedLive("replaces both or neither", () =>
  Effect.gen(function* () {
    const path = yield* directory
    yield* Effect.flatten(write(path, 3))
    const before = [text(path, "report.json"), text(path, "report.html")]
    let opened = 0
    const full = disk((files) => ({
      // The first file is written, the second is not.
      open: (...args) =>
        ++opened === 2 ? halfWritten(files, broken("no space left on device"))(...args) : files.open(...args)
    }))
    const failed = yield* write(path, 4, full)
    assert(Either.isLeft(failed))
    assert.deepInclude(failed.left, { _tag: "FileNotSaved", path, reason: "no space left on device" })
    assert.deepStrictEqual([text(path, "report.json"), text(path, "report.html")], before)
    assert.deepStrictEqual(readdirSync(path).sort(), ["report.html", "report.json"])
    yield* Effect.flatten(write(path, 4))
    assert.include(text(path, "report.json"), "of 4")
    assert.include(text(path, "report.html"), "of 4")
  })
)
