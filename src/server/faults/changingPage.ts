import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { AssetPage } from "../../schemas/Asset.js"
import type { Binding } from "../Binding.js"

/**
 * The same list of assets, to which one was added, or from which one was removed, in front of the page that is asked for:
 * the page begins with the last asset of the one before it, or lacks its own first. A first page stays as it is.
 */
export const changingPage = ({ operation, reply }: Binding, change: "added" | "removed"): Binding => ({
  operation,
  reply: (fields, traceId) => {
    const number = pageNumber(fields)
    const asked = reply(fields, traceId)
    if (!Predicate.isReadonlyRecord(fields) || number < 2) return asked
    const items = (PageNumber: number) => Effect.flatMap(reply({ ...fields, PageNumber }, traceId), itemsOf)
    return Effect.gen(function* () {
      const page = yield* asked
      if (!isPage(page)) return page
      const own = page.Items
      return change === "added"
        ? {
            ...page,
            Items: [...(yield* items(number - 1)).slice(-1), ...own].slice(0, page.PageSize ?? own.length),
            TotalCount: page.TotalCount + 1
          }
        : {
            ...page,
            Items: [...own.slice(1), ...(yield* items(number + 1)).slice(0, 1)],
            TotalCount: page.TotalCount - 1
          }
    })
  }
})

const isPage = Schema.is(AssetPage)

const itemsOf = (reply: unknown) => Effect.succeed(isPage(reply) ? reply.Items : [])

const pageNumber = (fields: unknown): number =>
  Predicate.hasProperty(fields, "PageNumber") && Predicate.isNumber(fields.PageNumber) ? fields.PageNumber : 1
