import { assert, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { AssetLibrary } from "effect-model-gateway"
import { AssetLibraryEngine, EngineState } from "effect-model-gateway/engines"

/** A library whose state holds so many assets of a group, named by their number. */
const libraryOf = (groups: Readonly<Record<string, number>>) =>
  Layer.provideMerge(AssetLibraryEngine.layer(), EngineState.memory).pipe(
    Layer.tap((context) =>
      Effect.provide(
        Effect.forEach(Object.entries(groups), ([groupId, count]) => Effect.forEach(numbers(0, count), add(groupId))),
        context
      )
    )
  )

const add = (groupId: string) => (number: number) =>
  Effect.flatMap(EngineState, ({ assets }) => {
    const id = `${groupId}/${number}`
    return assets.keep(id, { id, groupId, name: `${number}`, type: "image", createdAt: number * 1_000 })
  })

const numbers = (from: number, to: number): Array<number> => Array.from({ length: to - from }, (_, i) => from + i)

const page = (request: { readonly PageNumber?: number; readonly PageSize?: number }, GroupId = "foxes") =>
  Effect.map(
    Effect.flatMap(AssetLibrary, ({ list }) => list({ Filter: { GroupId }, ...request })),
    ({ Items, ...rest }) => ({ names: Items.map(({ Name }) => Number(Name)), ...rest })
  )

it.layer(libraryOf({ seas: 3, foxes: 130 }))("AssetLibraryEngine", (it) => {
  it.effect("lists a group's assets, oldest first, 20 to a page", () =>
    Effect.gen(function* () {
      const first = { names: numbers(0, 20), PageNumber: 1, PageSize: 20, TotalCount: 130 }
      assert.deepStrictEqual(yield* page({}), first)
      assert.deepStrictEqual(yield* page({ PageNumber: 7 }), {
        ...first,
        names: numbers(120, 130),
        PageNumber: 7
      })
      assert.deepStrictEqual((yield* page({}, "seas")).names, [0, 1, 2])
    })
  )

  it.effect("gives at most 100 to a page, and says so", () =>
    Effect.gen(function* () {
      const second = { names: numbers(100, 130), PageNumber: 2, PageSize: 100, TotalCount: 130 }
      assert.deepStrictEqual(yield* page({ PageNumber: 2, PageSize: 100_000 }), second)
      assert.deepStrictEqual((yield* page({ PageNumber: 2, PageSize: 7 })).names, numbers(7, 14))
    })
  )

  it.effect("gives no assets behind the last page, and of an unknown group", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* page({ PageNumber: 8 }), {
        names: [],
        PageNumber: 8,
        PageSize: 20,
        TotalCount: 130
      })
      assert.strictEqual((yield* page({}, "no such group")).TotalCount, 0)
    })
  )

  it.effect("refuses page 0, for the first is 1", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(page({ PageNumber: 0 }))
      assert(error._tag === "GatewayBadRequest")
      assert.strictEqual(error.detail, "PageNumber must be 1 or more, for the first page is 1")
    })
  )

  it.effect("walks over all pages, also where a larger one was asked for", () =>
    Effect.gen(function* () {
      const { stream } = yield* AssetLibrary
      for (const pageSize of [undefined, 7, 100_000]) {
        const all = yield* Stream.runCollect(stream({ groupId: "foxes", pageSize }))
        assert.deepStrictEqual(
          Chunk.toReadonlyArray(all).map(({ Name }) => Number(Name)),
          numbers(0, 130)
        )
      }
    })
  )

  it.effect("keeps its pages while assets come in", () =>
    Effect.gen(function* () {
      const before = yield* page({ PageSize: 2 }, "seas")
      yield* add("seas")(3)
      const after = yield* page({ PageSize: 2 }, "seas")
      assert.deepStrictEqual(after.names, before.names)
      assert.deepStrictEqual((yield* page({ PageNumber: 2, PageSize: 2 }, "seas")).names, [2, 3])
    })
  )
})
