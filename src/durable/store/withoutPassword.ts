import * as Redacted from "effect/Redacted"

/** What a database is called in messages: its url without the password and without parameters, which may hold one too. */
export const withoutPassword = (url: Redacted.Redacted): string => {
  const given = Redacted.value(url)
  if (!URL.canParse(given)) return "of a url that cannot be read"
  const { host, pathname, protocol, username } = new URL(given)
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`
}
