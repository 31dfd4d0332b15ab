import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer, Schedule } from "effect"
import type { SpeechNotRecognised } from "effect-model-gateway/engines"
import { SpeechRecogniser } from "effect-model-gateway/engines"
import { byCommand, folder, heard, program } from "./support/speech.js"

const json = (text: string): unknown => JSON.parse(text)

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The process ids that a program wrote into a file, once there are so many. */
const pidsIn = (path: string, count: number) =>
  Effect.try(() => readFileSync(path, "utf8").trim().split("\n").map(Number)).pipe(
    Effect.filterOrFail((pids) => pids.length === count && pids.every((pid) => pid > 0)),
    Effect.retry(Schedule.spaced("20 millis"))
  )

const gone = (pid: number) =>
  Effect.suspend(() => (runs(pid) ? Effect.fail("runs") : Effect.void)).pipe(
    Effect.retry(Schedule.spaced("20 millis").pipe(Schedule.upTo("2 seconds")))
  )

const printArguments = "console.log(JSON.stringify(process.argv.slice(1)))"

describe("a speech command", () => {
  it.live("is given the recording, and what it prints is the text", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* heard({ command: ["/bin/cat"] }, " two words\nand one \n\n"), "two words\nand one")
      assert.strictEqual(yield* heard({ command: ["cat", "{file}"] }, "grüezi"), "grüezi")
    })
  )

  it.live("is given a path of its own, with the extension, and only while it runs", () =>
    Effect.gen(function* () {
      const file = yield* heard({ command: program("console.log(process.argv[1])") }, "a", ".flac")
      assert.match(file, /\/recording-\w+\/[0-9a-f]+\.flac$/)
      assert.isFalse(existsSync(file))
      assert.match(yield* heard({ command: program("console.log(process.argv[1])") }, "a", ""), /\/[0-9a-f]+$/)
    })
  )

  it.scopedLive("finds it in a directory of the user's", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const command = program("console.log(process.argv[1])")
      const file = yield* heard({ command, directory: relative(process.cwd(), directory) })
      assert.isTrue(file.startsWith(directory))
      assert.match(file.slice(directory.length), /^\/recording-\w+\/[0-9a-f]+\.wav$/)
      assert.isEmpty(readdirSync(directory))
    })
  )

  it.live("has its path wherever an argument says so, and else at the end", () =>
    Effect.gen(function* () {
      const [inOne, again, ...others] = yield* Effect.map(
        heard({ command: program(printArguments, "--in={file}", "{file}", "-v") }),
        (text) => Object(json(text))
      )
      assert.deepStrictEqual([inOne, others], [`--in=${again}`, ["-v"]])
      const [first, last] = Object(json(yield* heard({ command: program(printArguments, "-v") })))
      assert.strictEqual(first, "-v")
      assert.match(last, /\/recording-/)
    })
  )

  it.scopedLive("is run without a shell", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "touched")
      const args = [`$(touch ${path})`, `; touch ${path}`, `"a b' c`, "* `id`", "$&", "--x=$HOME"]
      const given = json(yield* heard({ command: program(printArguments, ...args) }))
      assert.deepStrictEqual(Object(given).slice(0, -1), args)
      assert.isFalse(existsSync(path))
    })
  )

  it.live("finds its standard input at its end", () =>
    Effect.gen(function* () {
      const text = yield* heard({ command: program("process.stdin.on('end', () => console.log('end')).resume()") })
      assert.strictEqual(text, "end")
    })
  )

  it.live("has few variables, and no key among them", () =>
    Effect.gen(function* () {
      process.env.MODEL_GATEWAY_API_KEY = "sk-not-for-programs"
      const variables = json(yield* heard({ command: program("console.log(JSON.stringify(process.env))") }))
      delete process.env.MODEL_GATEWAY_API_KEY
      assert.propertyVal(variables, "PATH", process.env.PATH)
      const names = Object.keys(Object(variables))
      assert.deepStrictEqual(
        names.filter((name) => !/^(PATH|HOME|TMPDIR|LANG|LC_[A-Z]+)$/.test(name)),
        []
      )
    })
  )

  it.live("has them from the configuration", () =>
    Effect.gen(function* () {
      const given = { PATH: "/bin", LANG: "de_CH.UTF-8", LC_TIME: "C", TMPDIR: "/tmp" }
      const provider = ConfigProvider.fromMap(new Map(Object.entries({ ...given, OTHER: "1" })))
      const variables = heard({ command: program("console.log(JSON.stringify(process.env))") })
      assert.deepStrictEqual(json(yield* Effect.provide(variables, Layer.setConfigProvider(provider))), given)
    })
  )

  it.live("is not stopped by much that it says on its standard error", () =>
    Effect.gen(function* () {
      const text = yield* heard({ command: program("console.error('x'.repeat(1e6)); console.log('said')") })
      assert.strictEqual(text, "said")
    })
  )
})

describe("a speech command that fails", () => {
  const failures: ReadonlyArray<readonly [string, SpeechNotRecognised | object, readonly [string, ...Array<string>]]> =
    [
      ["exits", { problem: "exited with 3" }, program("process.exitCode = 3; console.log('half')")],
      [
        "says why",
        { problem: "exited with 1", said: "line 2: no modelhere" },
        program(
          "process.stderr.write('line 1\\n\\x1b[31mline 2: no \\x1b[0mmodel\\x07\\u202ehere\\r\\n \\n'); process.exit(1)"
        )
      ],
      ["is ended by a signal", { problem: "was ended by SIGKILL" }, program("process.kill(process.pid, 'SIGKILL')")],
      [
        "prints nothing",
        { problem: "printed nothing", said: "no speech" },
        program("console.log(' '); console.error('no speech')")
      ],
      [
        "prints too much",
        { problem: "printed more than 10485760 bytes" },
        program("const more = () => process.stdout.write('x'.repeat(65536), more); more()")
      ]
    ]
  it.live.each(failures)("%s", ([, expected, command]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(heard({ command }))
      assert.deepInclude({ ...error }, { ...expected, _tag: "SpeechNotRecognised" })
      assert.strictEqual(error.command, command[0].replace(/.*\//, ""))
    })
  )

  it.scopedLive("has gone since the start, and its folder is not told", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "a-recogniser")
      writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 })
      const { recognise } = yield* Effect.provide(SpeechRecogniser, byCommand({ command: [path] }))
      const saidBy = Effect.map(
        Effect.flip(recognise({ bytes: new Uint8Array(), extension: "" })),
        ({ message }) => message
      )
      chmodSync(path, 0o600)
      assert.strictEqual(yield* saidBy, "speech was not recognised: a-recogniser may not be run")
      rmSync(path)
      assert.strictEqual(yield* saidBy, "speech was not recognised: a-recogniser was not found")
    })
  )

  it.live("does not tell where the recording lay, and is cut short", () =>
    Effect.gen(function* () {
      const text = "process.stderr.write(process.argv[1] + ' ' + 'x'.repeat(9e4)); process.exit(1)"
      const { said = "" } = yield* Effect.flip(heard({ command: program(text) }))
      assert.isAtMost(said.length, 300)
      const short = "process.stderr.write('cannot open ' + process.argv[1]); process.exit(1)"
      const error = yield* Effect.flip(heard({ command: program(short) }))
      assert.strictEqual(error.said, "cannot open {file}")
    })
  )
})

describe("a speech command is ended", () => {
  const polite = "fs.appendFileSync(process.argv[1], process.pid + '\\n'); setInterval(() => {}, 1000)"
  const stubborn = `process.on('SIGTERM', () => {}); ${polite}`
  const parent = `child_process.spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}, '--', process.argv[1]], { stdio: 'inherit' }); ${polite}`

  it.scopedLive.each([
    ["asked to", polite, 1],
    ["that does not end of itself", stubborn, 1],
    ["with what it started", parent, 2]
  ] as const)("%s when it takes too long", ([, text, count]) =>
    Effect.gen(function* () {
      const path = join(yield* folder, "pids")
      const running = yield* Effect.fork(Effect.flip(heard({ command: program(text, path), timeout: "1500 millis" })))
      const pids = yield* pidsIn(path, count)
      assert.isTrue(pids.every(runs))
      assert.strictEqual((yield* Fiber.join(running)).problem, "took longer than 1s 500ms")
      yield* Effect.forEach(pids, gone)
    })
  )

  it.scopedLive("when nobody waits for it", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "pids")
      const running = yield* Effect.fork(heard({ command: program(stubborn, path) }))
      const [pid = 0] = yield* pidsIn(path, 1)
      yield* Fiber.interrupt(running)
      yield* gone(pid)
    })
  )
})
