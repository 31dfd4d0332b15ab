import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import type { AssetStreamRequest, ListAssets } from "effect-model-gateway"
import { AssetLibrary } from "effect-model-gateway"
import type { Change, Paging } from "../support/assetServer.js"
import { assetServer } from "../support/assetServer.js"
import type { GatewayFake } from "../support/fakeGateway.js"
import { fakeGateway, json, recorded, text } from "../support/fakeGateway.js"

/** The ids of the assets that a walk gives, of the first `most` of them. */
const walk = (
  library: AssetLibrary["Type"],
  request: Partial<AssetStreamRequest> = {},
  most = Number.MAX_SAFE_INTEGER
) =>
  library.stream({ groupId: "group-7", ...request }).pipe(
    Stream.take(most),
    Stream.runCollect,
    Effect.map((assets) => Chunk.toReadonlyArray(assets).map(({ Id }) => Id))
  )

/** The same over HTTP. */
const walkOver = (gateway: GatewayFake, request?: Partial<AssetStreamRequest>) =>
  Effect.flatMap(AssetLibrary, (library) => walk(library, request)).pipe(Effect.provide(gateway.layer))

describe("AssetLibrary.list", () => {
  it.effect("gives a page, and what is null as absent", () =>
    Effect.gen(function* () {
      const list = Effect.flatMap(AssetLibrary, (it) => it.list({ Filter: { GroupId: "group-7" } }))
      const page = yield* Effect.provide(list, fakeGateway([recorded("assets.json")]).layer)
      assert.deepInclude(page, { PageNumber: 1, PageSize: 10, TotalCount: 2 })
      assert.deepStrictEqual(page.Items, [
        {
          Id: "asset-20250314-01",
          GroupId: "group-7",
          Name: "lighthouse.png",
          AssetType: "Image",
          URL: "https://files.gateway.test/asset-20250314-01.png",
          Status: "Active",
          CreateTime: "2025-03-14T09:26:53Z",
          UpdateTime: "2025-03-14T09:26:54Z"
        },
        {
          Id: "asset-20250314-02",
          GroupId: "group-7",
          AssetType: "Video",
          URL: "https://files.gateway.test/asset-20250314-02.mp4",
          Status: "Processing",
          CreateTime: "2025-03-14T09:30:00Z",
          UpdateTime: "2025-03-14T09:30:00Z"
        }
      ])
    })
  )
})

describe("AssetLibrary.stream", () => {
  const paging: FastCheck.Arbitrary<Paging> = FastCheck.record({
    most: FastCheck.integer({ min: 1, max: 5 }),
    tells: FastCheck.constantFrom("what it gives", "what was asked for", "nothing")
  })
  const count = FastCheck.integer({ min: 0, max: 25 })
  const pageSize = FastCheck.option(FastCheck.integer({ min: 1, max: 9 }), { nil: undefined })
  const change: FastCheck.Arbitrary<Change> = FastCheck.record({
    kind: FastCheck.constantFrom("remove", "insert"),
    places: FastCheck.array(FastCheck.nat(12), { maxLength: 8 })
  })

  it.effect.prop(
    "gives all assets of a list that stands still, in order, in no more requests than it has pages",
    [count, paging, pageSize],
    ([count, paging, pageSize]) =>
      Effect.gen(function* () {
        const server = assetServer(count, paging)
        assert.deepStrictEqual(yield* walk(AssetLibrary.make(server.list), { pageSize }), server.stayed())
        const size = Math.min(paging.most, pageSize ?? paging.most)
        assert.strictEqual(server.readings(), Math.max(1, Math.ceil(count / size)))
      })
  )

  it.effect.prop(
    "gives all assets that are there throughout, each once, where others come and go between the readings",
    [count, paging, pageSize, FastCheck.array(change, { maxLength: 12 })],
    ([count, paging, pageSize, changes]) =>
      Effect.gen(function* () {
        const server = assetServer(count, paging, changes)
        const given = yield* walk(AssetLibrary.make(server.list), { pageSize })
        assert.includeMembers(given, server.stayed())
        assert.lengthOf(new Set(given), given.length)
      }),
    { fastCheck: { numRuns: 300 } }
  )

  it.effect.prop(
    "gives all assets where pages come with fewer than they should, or with none, and ends",
    [count, paging, FastCheck.array(FastCheck.nat(25))],
    ([count, paging, places]) =>
      Effect.gen(function* () {
        const server = assetServer(count, { ...paging, hidden: (id) => places.some((place) => id === `old-${place}`) })
        const pageSize = paging.tells === "nothing" ? paging.most : undefined
        assert.deepStrictEqual(yield* walk(AssetLibrary.make(server.list), { pageSize }), server.stayed())
        assert.isAtMost(server.readings(), count + 1)
      })
  )

  it.effect("takes the page size that is told before the one that was asked for", () =>
    Effect.gen(function* () {
      const server = assetServer(3, { most: 1, tells: "what it gives", hidden: (id) => id === "old-1" })
      assert.deepStrictEqual(yield* walk(AssetLibrary.make(server.list), { pageSize: 2 }), ["old-0", "old-2"])
    })
  )

  it.effect("ends where servers disagree about the total for ever", () =>
    Effect.gen(function* () {
      let readings = 0
      const list: ListAssets = ({ PageNumber = 1 }) =>
        Effect.sync(() => {
          const Items = Array.from({ length: PageNumber > 3 ? 0 : 2 }, (_, i) => ({ Id: `${PageNumber}-${i}` }))
          return { Items, PageSize: 2, TotalCount: readings++ % 2 === 0 ? 100 : 90 }
        })
      assert.lengthOf(yield* walk(AssetLibrary.make(list)), 6)
      assert.isBelow(readings, 2000)
    })
  )

  it.effect("asks for a page only when it is wanted", () =>
    Effect.gen(function* () {
      const server = assetServer(100, { most: 10, tells: "what it gives" })
      const library = AssetLibrary.make(server.list)
      assert.lengthOf(yield* walk(library, {}, 1), 1)
      assert.strictEqual(server.readings(), 1)
      assert.lengthOf(yield* walk(library, {}, 11), 11)
      assert.strictEqual(server.readings(), 3)
    })
  )

  it.effect(
    "asks for the group, the page size and from the first page that it is told, and starts anew each time",
    () =>
      Effect.gen(function* () {
        const page = json({ Items: [{ Id: "a" }, { Id: "b" }], TotalCount: 3 })
        const last = json({ Items: [{ Id: "c" }], TotalCount: 3 })
        const gateway = fakeGateway([page, last, page, last])
        for (const _ of [1, 2])
          assert.lengthOf(yield* walkOver(gateway, { groupId: "g", pageSize: 2, firstPage: 0 }), 3)
        const body = { Filter: { GroupId: "g" }, PageNumber: 0, PageSize: 2 }
        assert.deepStrictEqual(
          gateway.received.map(({ body }) => body),
          [body, { ...body, PageNumber: 1 }, body, { ...body, PageNumber: 1 }]
        )
      })
  )

  it.effect("sends no page size where none is given", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([json({ Items: null, TotalCount: 0 })])
      assert.deepStrictEqual(yield* walkOver(gateway), [])
      assert.deepStrictEqual(gateway.received[0]?.body, { Filter: { GroupId: "group-7" }, PageNumber: 1 })
    })
  )

  it.effect("fails with the page that cannot be read, after the assets before it", () =>
    Effect.gen(function* () {
      const gateway = fakeGateway([json({ Items: [{ Id: "a" }], TotalCount: 2 }), text(null, { status: 401 })])
      const seen: Array<string> = []
      const error = yield* Effect.flatMap(AssetLibrary, (it) =>
        Stream.runForEach(it.stream({ groupId: "group-7" }), ({ Id }) => Effect.sync(() => seen.push(Id)))
      ).pipe(Effect.provide(gateway.layer), Effect.flip)
      assert.propertyVal(error, "_tag", "GatewayUnauthorized")
      assert.deepStrictEqual(seen, ["a"])
    })
  )
})
