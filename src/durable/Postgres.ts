import type * as Redacted from "effect/Redacted"

/** A database of PostgreSQL that runners share, and which of them a process is. */
export interface Postgres {
  /**
   * Such as `postgres://gateway:secret@db.internal/runs`. A direct connection: the locks of a runner are those of its session,
   * so nothing that shares sessions may stand between.
   */
  readonly url: Redacted.Redacted
  /**
   * Where this process listens, and by which the other runners reach it. They trust each other: a private network only.
   * Default: the process starts executions and waits for them, and carries none out.
   */
  readonly self?: Self | undefined
}

/** The address of a runner. */
export interface Self {
  readonly host: string
  readonly port: number
}
