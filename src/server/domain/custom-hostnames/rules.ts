import { isIP } from 'node:net'
import type { CustomHostname } from '#contract/custom-hostnames.ts'

/** DNS records of a hostname, and of the service that it should point to. */
export type DnsRecords = {
  readonly aliases: readonly string[]
  readonly addresses: readonly string[]
  readonly service: { readonly name: string; readonly addresses: readonly string[] }
}

/** A hostname points here if it is an alias of the service's name or shares an address with it. */
export function statusFrom({
  aliases,
  addresses,
  service,
}: DnsRecords): NonNullable<CustomHostname['status']> {
  const isAlias = aliases.some((one) => one.toLowerCase().replace(/\.$/, '') === service.name)
  if (isAlias || addresses.some((one) => service.addresses.includes(one))) return 'dns_passed'
  return aliases.length + addresses.length === 0 ? 'dns_no_cname' : 'dns_wrong_cname'
}

/** Whether a host can be in the public DNS: no IP address, and not a local name. */
export const isInDns = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) === 0 && host.includes('.')
