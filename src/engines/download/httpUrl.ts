import * as Url from "@effect/platform/Url"
import * as Either from "effect/Either"
import * as Option from "effect/Option"

/** A URL over HTTP, read against a base where one is given; without its fragment, which some HTTP clients would send. */
export const httpUrl = (uri: string, base?: URL): Option.Option<URL> =>
  Either.getRight(Url.fromString(uri, base)).pipe(
    Option.filter(({ protocol }) => /^https?:$/.test(protocol)),
    Option.map(Url.setHash(""))
  )
