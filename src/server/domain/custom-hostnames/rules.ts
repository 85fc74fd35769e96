import { isIP } from 'node:net'
import type { CustomHostname } from '#contract/custom-hostnames.ts'

/** What the DNS says of a host name, and of the service that it should lead to. */
export type Said = {
  readonly aliases: readonly string[]
  readonly addresses: readonly string[]
  readonly service: { readonly name: string; readonly addresses: readonly string[] }
}

/** A name leads here that is another word for the service’s own, or that has an address in common with it. */
export function statusFrom({ aliases, addresses, service }: Said): NonNullable<CustomHostname['status']> {
  const isAlias = aliases.some((one) => one.toLowerCase().replace(/\.$/, '') === service.name)
  if (isAlias || addresses.some((one) => service.addresses.includes(one))) return 'dns_passed'
  return aliases.length + addresses.length === 0 ? 'dns_no_cname' : 'dns_wrong_cname'
}

/** Whether the DNS can know a host: no address, and more than a name in its own house. */
export const isInDns = (host: string): boolean =>
  isIP(host.replace(/^\[|\]$/g, '')) === 0 && host.includes('.')
