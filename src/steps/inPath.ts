/**
 * A name where it stands in a path, so that no two names have the same: what would read as a path's own sign, or what no
 * store takes as text, is percent-encoded.
 */
export const inPath = (name: string): string => name.replace(/[%/#\p{Cc}\p{Cs}]/gu, encoded)

/** The same for an item, which stands in brackets behind a name. */
export const itemInPath = (item: string): string => item.replace(/[%/#[\]\p{Cc}\p{Cs}]/gu, encoded)

/** Half of a surrogate pair has no bytes of its own, so its code is written. */
const encoded = (sign: string): string =>
  /\p{Cs}/u.test(sign) ? `%u${sign.charCodeAt(0).toString(16)}` : encodeURIComponent(sign)
