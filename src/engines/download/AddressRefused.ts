import * as Data from "effect/Data"

/**
 * An HTTP client for recordings refused to connect to an address. It is thrown where a connection is made, and stands in
 * the cause of what a request then fails with.
 */
export class AddressRefused extends Data.TaggedError("AddressRefused")<{
  /** The server as the URL names it: an address, or a name that has one. */
  readonly host: string
  /** What kind of address it is, such as `a link-local address`. */
  readonly kind: string
  /** Whether the URL names the address itself. What address a name has is not told, for it may be of an inner network. */
  readonly literal: boolean
}> {
  /** Goes on after what names the server. */
  override get message() {
    const server = this.literal ? `a server at ${this.host}, which is` : `the server ${this.host}, which has`
    return `${server} ${this.kind}; the option audioNetwork says what addresses recordings may come from`
  }
}
