import { Resolver } from 'node:dns/promises'

/** Asks the DNS, past what this machine itself believes of names. Empty where there is no such entry. */
export type Dns = {
  /** Names that one is another word for. */
  readonly aliasesOf: (name: string) => Promise<readonly string[]>
  /** Addresses that a name leads to, through all aliases. */
  readonly addressesOf: (name: string) => Promise<readonly string[]>
}

const TIMEOUT_MS = 3_000

export function systemDns(): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  return {
    aliasesOf: (name) => emptyIfMissing(resolver.resolveCname(name)),
    addressesOf: async (name) => {
      const both = await Promise.all([
        emptyIfMissing(resolver.resolve4(name)),
        emptyIfMissing(resolver.resolve6(name)),
      ])
      return both.flat()
    },
  }
}

const MISSING_CODES = new Set(['ENOTFOUND', 'ENODATA'])

async function emptyIfMissing(asking: Promise<string[]>): Promise<string[]> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING_CODES.has(String(error.code))) return []
    throw error
  }
}
