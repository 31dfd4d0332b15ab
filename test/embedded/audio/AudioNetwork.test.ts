import { Option } from "effect"
import type { AudioNetwork } from "effect-model-gateway/embedded"
import { refusedKind } from "effect-model-gateway/embedded"
import { expect, it } from "vitest"

const open = [
  "1.1.1.1",
  "93.184.216.34",
  "2606:4700:4700::1111",
  "::ffff:1.1.1.1",
  "64:ff9b::1.1.1.1",
  "2002:101:101::1"
]

const within: ReadonlyArray<readonly [address: string, kind: string]> = [
  ["127.0.0.1", "a loopback address"],
  ["127.8.8.8", "a loopback address"],
  ["::1", "a loopback address"],
  ["::ffff:127.0.0.1", "a loopback address"],
  ["64:ff9b::7f00:1", "a loopback address"],
  ["10.0.0.1", "a private address"],
  ["172.16.0.1", "a private address"],
  ["172.31.255.255", "a private address"],
  ["192.168.1.1", "a private address"],
  ["::ffff:192.168.1.1", "a private address"],
  ["2002:c0a8:101::1", "a private address"],
  ["fd12:3456::1", "a private address"],
  ["100.64.0.1", "a shared address"],
  ["192.0.2.1", "a reserved address"],
  ["240.0.0.1", "a reserved address"],
  ["2001:db8::1", "a reserved address"],
  ["::a00:1", "a private address"],
  ["4000::1", "a reserved address"],
  ["fec0::1", "a reserved address"]
]

const nowhere: ReadonlyArray<readonly [address: string, kind: string]> = [
  ["169.254.169.254", "a link-local address"],
  ["169.254.0.1", "a link-local address"],
  ["::ffff:169.254.169.254", "a link-local address"],
  ["::ffff:a9fe:a9fe", "a link-local address"],
  ["::ffff:0:a9fe:a9fe", "a link-local address"],
  ["64:ff9b::a9fe:a9fe", "a link-local address"],
  ["::a9fe:a9fe", "a link-local address"],
  ["2002:a9fe:a9fe::", "a link-local address"],
  ["fe80::1", "a link-local address"],
  ["febf::1", "a link-local address"],
  ["fe80::1%eth0", "a link-local address"],
  ["100.100.100.200", "an address of cloud metadata"],
  ["::ffff:100.100.100.200", "an address of cloud metadata"],
  ["192.0.0.192", "an address of cloud metadata"],
  ["168.63.129.16", "an address of cloud metadata"],
  ["fd00:ec2::254", "an address of cloud metadata"],
  ["fd00:0ec2:0:0::0254", "an address of cloud metadata"],
  ["fd20:ce::254", "an address of cloud metadata"],
  ["0.0.0.0", "an unspecified address"],
  ["0.1.2.3", "an unspecified address"],
  ["::", "an unspecified address"],
  ["::ffff:0.0.0.0", "an unspecified address"],
  ["224.0.0.1", "a multicast address"],
  ["ff02::1", "a multicast address"],
  ["255.255.255.255", "the broadcast address"]
]

const all = [...open, ...[...within, ...nowhere].map(([address]) => address)]

const refused = (network: AudioNetwork, address: string) => Option.getOrNull(refusedKind(network, address))

it.each(open)("%s is of the internet", (address) => {
  expect([refused("public", address), refused("local", address)]).toEqual([null, null])
})

it.each(within)("%s is near at hand, and %s", (address, kind) => {
  expect([refused("public", address), refused("local", address)]).toEqual([kind, null])
})

it.each(nowhere)("%s is no place for recordings, but %s", (address, kind) => {
  expect([refused("public", address), refused("local", address)]).toEqual([kind, kind])
})

it.each(all)("%s is any address", (address) => {
  expect(refused("any", address)).toBeNull()
})
