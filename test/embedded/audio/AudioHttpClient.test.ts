import type { LookupFunction } from "node:net"
import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { AudioNetwork } from "effect-model-gateway/embedded"
import { AudioHttpClient } from "effect-model-gateway/embedded"
import { AddressRefused, EngineState, TranscriberEngine } from "effect-model-gateway/engines"
import { recording } from "../../engines/support/audio.js"
import type { Served } from "../../engines/support/fileServer.js"
import { serveFiles } from "../../engines/support/fileServer.js"
import { refusalOf, submit } from "../../engines/support/transcription.js"

const says = "; the option audioNetwork says what addresses recordings may come from"

/** The transcription engine with the client under test. */
const over = (network?: AudioNetwork, options?: AudioHttpClient.Options, limits?: TranscriberEngine.Options) =>
  Effect.provide(
    TranscriberEngine.layer({ downloadTimeout: "5 seconds", ...limits }).pipe(
      Layer.provide(EngineState.memory),
      Layer.provide(AudioHttpClient.layer(network, options))
    )
  )

/** Names that have the addresses that they are given here, and whatever was asked for. */
const names = (table: Readonly<Record<string, ReadonlyArray<string>>>) => {
  const asked: Array<string> = []
  const lookup: LookupFunction = (name, options, callback) => {
    asked.push(name)
    const addresses = (table[name] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    if (options.all === true) callback(null, addresses)
    else callback(null, addresses[0]?.address ?? "", addresses[0]?.family)
  }
  return { asked, lookup }
}

const standup = { "/a.flac": recording("standup.flac") }

describe("recordings are downloaded", () => {
  it.scopedLive.each(["127.0.0.1", "localhost"])("from %s by default, and not from a public network", (host) =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* serveFiles(standup)
      const uri = `${baseUrl.replace("127.0.0.1", host)}/a.flac`
      yield* over()(submit(uri))
      assert.deepStrictEqual(asked, ["/a.flac"])
      const detail = yield* over("public")(refusalOf(uri))
      const server = host === "localhost" ? "the server localhost, which has" : "a server at 127.0.0.1, which is"
      assert.strictEqual(detail, `audio.uri names ${server} a loopback address${says}`)
      assert.deepStrictEqual(asked, ["/a.flac"])
    })
  )

  it.scopedLive("from [::1]", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* serveFiles(standup, "::1")
      const uri = `${baseUrl}/a.flac`
      yield* over()(submit(uri))
      assert.deepStrictEqual(asked, ["/a.flac"])
      const detail = yield* over("public")(refusalOf(uri))
      assert.strictEqual(detail, `audio.uri names a server at ::1, which is a loopback address${says}`)
    })
  )

  const written: ReadonlyArray<readonly [host: string, address: string, kind: string]> = [
    ["169.254.169.254", "169.254.169.254", "a link-local address"],
    ["2852039166", "169.254.169.254", "a link-local address"],
    ["0xA9.0xFE.0xA9.0xFE", "169.254.169.254", "a link-local address"],
    ["[::ffff:169.254.169.254]", "::ffff:a9fe:a9fe", "a link-local address"],
    ["[fe80::1]", "fe80::1", "a link-local address"],
    ["[fd00:ec2::254]", "fd00:ec2::254", "an address of cloud metadata"],
    ["100.100.100.200", "100.100.100.200", "an address of cloud metadata"],
    ["0.0.0.0", "0.0.0.0", "an unspecified address"],
    ["[::]", "::", "an unspecified address"],
    ["0", "0.0.0.0", "an unspecified address"]
  ]
  it.live.each(written)("never from %s", ([host, address, kind]) =>
    Effect.gen(function* () {
      const detail = yield* over()(refusalOf(`http://${host}:9/a.flac`))
      assert.strictEqual(detail, `audio.uri names a server at ${address}, which is ${kind}${says}`)
    })
  )

  it.live("over TLS neither", () =>
    Effect.gen(function* () {
      const detail = yield* over()(refusalOf("https://169.254.169.254/a.flac"))
      assert.match(detail, /^audio\.uri names a server at 169\.254\.169\.254, which is a link-local address/)
    })
  )
})

describe("a name", () => {
  it.live("is refused by the address that it has when it is connected to", () =>
    Effect.gen(function* () {
      const { asked, lookup } = names({ "rebound.example": ["169.254.169.254"] })
      const detail = yield* over("local", { lookup })(refusalOf("http://rebound.example/a.flac"))
      assert.strictEqual(detail, `audio.uri names the server rebound.example, which has a link-local address${says}`)
      assert.deepStrictEqual(asked, ["rebound.example"])
    })
  )

  it.scopedLive("is connected to at its other addresses alone", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* serveFiles(standup)
      const { lookup } = names({ "two.example": ["fe80::1", "169.254.1.1", "127.0.0.1"] })
      yield* over("local", { lookup })(submit(`${baseUrl.replace("127.0.0.1", "two.example")}/a.flac`))
      assert.deepStrictEqual(asked, ["/a.flac"])
    })
  )

  it.live("that has no address is not reached", () =>
    Effect.gen(function* () {
      const { lookup } = names({})
      const detail = yield* over("local", { lookup })(refusalOf("http://nowhere.example/a.flac"))
      assert.match(detail, /^audio\.uri could not be downloaded: there was no connection/)
    })
  )
})

describe("a redirect", () => {
  it.scopedLive("to a refused address is refused, though the first is not", () =>
    Effect.gen(function* () {
      const { asked, baseUrl } = yield* serveFiles({
        "/a.flac": (response) => response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
        "/b.flac": (response) => response.writeHead(302, { location: "http://inner.example/" }).end()
      })
      const { lookup } = names({ "inner.example": ["::ffff:169.254.169.254"] })
      assert.strictEqual(
        yield* over()(refusalOf(`${baseUrl}/a.flac`)),
        `audio.uri was redirected to a server at 169.254.169.254, which is a link-local address${says}`
      )
      assert.strictEqual(
        yield* over("local", { lookup })(refusalOf(`${baseUrl}/b.flac`)),
        `audio.uri was redirected to the server inner.example, which has a link-local address${says}`
      )
      assert.deepStrictEqual(asked, ["/a.flac", "/b.flac"])
    })
  )
})

describe("a body", () => {
  const bodies: ReadonlyArray<readonly [what: string, served: Served, says: RegExp]> = [
    [
      "without an end",
      (response) => {
        const more = () => {
          if (!response.destroyed) response.write(new Uint8Array(500), () => setImmediate(more))
        }
        more()
      },
      /^audio\.uri is larger than 1000 bytes/
    ],
    [
      "of a great length, as is declared",
      (response) => response.writeHead(200, { "content-length": 1e15 }).flushHeaders(),
      /^audio\.uri is larger than 1000 bytes/
    ],
    ["that stops", (response) => response.write("a"), /^audio\.uri was not downloaded within 300ms/],
    ["that does not begin", () => undefined, /^audio\.uri was not downloaded within 300ms/]
  ]
  it.scopedLive.each(bodies)("%s is given up", ([, served, says]) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* serveFiles({ "/a.flac": redirected, "/b.flac": served })
      const limits = { maxAudioBytes: 1_000, downloadTimeout: "300 millis" } as const
      for (const path of ["/a.flac", "/b.flac"]) {
        assert.match(yield* over("local", {}, limits)(refusalOf(`${baseUrl}${path}`)), says)
      }
    })
  )
})

const redirected: Served = (response) => response.writeHead(302, { location: "/b.flac" }).end()

it.live("a failed request carries the refusal as its cause", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(HttpClient.get("http://10.0.0.1/"))
    assert.instanceOf(error.cause, AddressRefused)
    assert.include(error.cause, { host: "10.0.0.1", kind: "a private address", literal: true })
  }).pipe(Effect.provide(AudioHttpClient.layer("public")))
)
