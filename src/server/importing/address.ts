import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Why connecting to an address is not allowed, null if it is. Only plain public unicast addresses are allowed: private,
 * loopback, link-local, unique local, multicast, reserved, mapped and translated ones are refused.
 */
export function refusalOf(address: string): string | null {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIP(bare) === 0) return `${address} isn’t an address`
  const range = ipaddr.parse(bare).range()
  return range === 'unicast' ? null : `${bare} is ${DESCRIPTIONS[range] ?? 'not a public address'}`
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  loopback: 'an address of this machine',
  private: 'a private address',
  uniqueLocal: 'a private address',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'a private address',
  unspecified: 'not a server address',
}
