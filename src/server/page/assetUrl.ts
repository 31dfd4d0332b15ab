/** A longer URL, such as one that holds its picture, is not kept. Unit: characters. */
const longest = 2_048

/**
 * The URL of another gateway's asset, where a page that is read without a key may show it: absolute, for a relative one is
 * that gateway's; of the web; and without query, fragment and credentials, which may be the secret that opens it.
 */
export const assetUrl = (text: string): string | undefined => {
  if (text.length > longest || !URL.canParse(text)) return undefined
  const { hash, href, password, protocol, search, username } = new URL(text)
  const isPlain = [hash, password, search, username].every((part) => part === "")
  return isPlain && /^https?:$/.test(protocol) ? href : undefined
}
