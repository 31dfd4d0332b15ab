import { execFileSync } from "node:child_process"
import { mkdtempSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { within } from "./support/directories.js"
import { start } from "./support/processes.js"

/** Mounts a disk in memory of one megabyte; undefined where this machine does not let the test. */
const mount = (): string | undefined => {
  const place = mkdtempSync(join(tmpdir(), "disk-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place], { stdio: "ignore" })
    return place
  } catch {
    rmdirSync(place)
    return undefined
  }
}

const unmount = (place: string): void => {
  execFileSync("umount", ["--lazy", place])
  rmdirSync(place)
}

const disk = Effect.acquireRelease(
  Effect.sync(() => mount() ?? ""),
  (place) => Effect.sync(() => place === "" || unmount(place))
)

const picture = (size: number) => ({ bytes: new Uint8Array(size).fill(9), mimeType: "image/png" })

it.scoped("what a full disk has no room for is refused, and the next that fits is kept", ({ skip }) =>
  Effect.gen(function* () {
    const data = yield* disk
    if (data === "") return skip("this machine lets the test mount no disk")
    yield* within(data, ({ files }) =>
      Effect.gen(function* () {
        yield* files.keep("first", picture(1_000))
        const exit = yield* Effect.exit(files.keep("large", picture(2_000_000)))
        assert(Exit.isFailure(exit))
        assert.match(Cause.pretty(exit.cause), new RegExp(`files could not be written to ${data} \\(.*full`))
        assert.isTrue(Option.isNone(yield* files.get("large")))
        yield* files.keep("second", picture(2_000))
      })
    )
    yield* within(data, ({ files }) =>
      Effect.map(files.all, (all) => assert.deepStrictEqual(all, [picture(1_000), picture(2_000)]))
    )
  })
)

it.scopedLive("a disk that nobody may write to", ({ skip }) =>
  Effect.gen(function* () {
    const data = yield* disk
    if (data === "") return skip("this machine lets the test mount no disk")
    // By another process, for this one would still have the file open.
    yield* Effect.flatMap(start(data), ({ kill }) => kill)
    execFileSync("mount", ["-o", "remount,ro", data])
    assert.match((yield* Effect.flip(within(data, () => Effect.void))).message, /cannot be used: .*make it writable/)
    const other = `${data}/new`
    assert.match((yield* Effect.flip(within(other, () => Effect.void))).message, /EROFS.*make it writable/)
  })
)
