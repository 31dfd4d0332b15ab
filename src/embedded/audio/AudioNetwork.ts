import * as Option from "effect/Option"
import ipaddr from "ipaddr.js"

/**
 * Which addresses recordings may come from. `public`: those of the whole internet alone. `local`: those of this machine and
 * of private networks too. `any`: all. Neither of the first two lets pass a link-local address, one where a cloud keeps the
 * credentials of its machines, or one that is no single machine's.
 */
export type AudioNetwork = "public" | "local" | "any"

/** What kind of address it is, in words, where a network does not have it. Takes an IPv4 or IPv6 address. */
export const refusedKind = (network: AudioNetwork, address: string): Option.Option<string> => {
  if (network === "any") return Option.none()
  const { kind, range } = classify(reached(ipaddr.parse(address)))
  const refused = network === "public" ? range !== "unicast" : outsideLocal.has(range)
  return refused ? Option.some(kind) : Option.none()
}

type Address = ReturnType<typeof ipaddr.parse>

/** The IPv4 address that is reached through one of IPv6, where it holds one. */
const reached = (address: Address): Address => {
  const bytes = address.toByteArray()
  switch (address.range()) {
    case "ipv4Mapped":
    case "rfc6145":
    case "rfc6052":
      return ipaddr.fromByteArray(bytes.slice(12))
    case "6to4":
      return ipaddr.fromByteArray(bytes.slice(2, 6))
    case "unicast":
      // The oldest form, twelve zeros before the IPv4 address; an IPv4 address itself is nothing but its last four bytes.
      return bytes.slice(0, -4).every((byte) => byte === 0) ? ipaddr.fromByteArray(bytes.slice(-4)) : address
    default:
      return address
  }
}

const classify = (address: Address): { readonly range: string; readonly kind: string } => {
  if (metadata.has(address.toString())) return { range: "metadata", kind: "an address of cloud metadata" }
  const range = address.range()
  // The library calls all that is in no other range unicast; of IPv6, only this part is given out.
  const unassigned = range === "unicast" && address.kind() === "ipv6" && !address.match(givenOut)
  return { range: unassigned ? "reserved" : range, kind: kinds.get(range) ?? "a reserved address" }
}

const givenOut = ipaddr.parseCIDR("2000::/3")

/** Where clouds answer their machines outside the link-local addresses: Alibaba, Oracle, Azure, AWS and Google. */
const metadata: ReadonlySet<string> = new Set([
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
  "fd00:ec2::254",
  "fd20:ce::254"
])

const outsideLocal: ReadonlySet<string> = new Set(["metadata", "linkLocal", "unspecified", "multicast", "broadcast"])

const kinds: ReadonlyMap<string, string> = new Map([
  ["linkLocal", "a link-local address"],
  ["unspecified", "an unspecified address"],
  ["multicast", "a multicast address"],
  ["broadcast", "the broadcast address"],
  ["loopback", "a loopback address"],
  ["private", "a private address"],
  ["uniqueLocal", "a private address"],
  ["carrierGradeNat", "a shared address"]
])
