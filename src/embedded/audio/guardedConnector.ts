import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import { isIP } from "node:net"
import * as Undici from "@effect/platform-node/Undici"
import * as Option from "effect/Option"
import { AddressRefused } from "../../engines/download/AddressRefused.js"
import type { AudioNetwork } from "./AudioNetwork.js"
import { refusedKind } from "./AudioNetwork.js"

/**
 * Connects to the addresses of a network alone. It is the address of the connection that is looked at, after a name is
 * resolved, so that a name cannot have another one by the time it is connected to.
 */
export const guardedConnector = (network: AudioNetwork, lookup: LookupFunction): Undici.buildConnector.connector => {
  const connect = Undici.buildConnector({ lookup: guardedLookup(network, lookup) })
  return (options, callback) => {
    const host = options.hostname
    const kind = isIP(host) === 0 ? Option.none() : refusedKind(network, host)
    if (Option.isNone(kind)) connect(options, callback)
    else queueMicrotask(() => callback(new AddressRefused({ host, kind: kind.value, literal: true }), null))
  }
}

/** Leaves out of a name's addresses what the network does not have; fails where none is left. */
const guardedLookup =
  (network: AudioNetwork, lookup: LookupFunction): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = typeof found === "string" ? [{ address: found, family: isIP(found) }] : found
      const open = addresses.filter(({ address }) => Option.isNone(refusedKind(network, address)))
      const [first] = open
      if (first === undefined) callback(noneOpen(network, host, addresses), [])
      else if (options.all === true) callback(null, open)
      else callback(null, first.address, first.family)
    })

const noneOpen = (network: AudioNetwork, host: string, addresses: ReadonlyArray<LookupAddress>): Error => {
  const [kind] = addresses.flatMap(({ address }) => Option.toArray(refusedKind(network, address)))
  return kind === undefined ? new Error(`${host} has no address`) : new AddressRefused({ host, kind, literal: false })
}
