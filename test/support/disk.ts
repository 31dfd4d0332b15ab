import { execFileSync } from "node:child_process"
import { mkdtempSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

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

/** A small disk of its own for the scope; an empty name where this machine does not let the test have one. */
export const disk = Effect.acquireRelease(
  Effect.sync(() => mount() ?? ""),
  (place) => Effect.sync(() => place === "" || unmount(place))
)
