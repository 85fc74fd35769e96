import { Resolver } from 'node:dns/promises'

/** Queries DNS directly, bypassing local name resolution. Results are empty if there is no such record. */
export type Dns = {
  /** The CNAME targets of a name. */
  readonly aliasesOf: (name: string) => Promise<readonly string[]>
  /** The IPv4 and IPv6 addresses of a name, after all aliases. */
  readonly addressesOf: (name: string) => Promise<readonly string[]>
  /** The TXT records of a name, each as one text. */
  readonly textsOf: (name: string) => Promise<readonly string[]>
}

const TIMEOUT_MS = 3_000

/** @param servers as `address` or `address:port`; those of the system if empty */
export function systemDns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    aliasesOf: (name) => emptyIfMissing(resolver.resolveCname(name)),
    addressesOf: async (name) => {
      const both = await Promise.all([
        emptyIfMissing(resolver.resolve4(name)),
        emptyIfMissing(resolver.resolve6(name)),
      ])
      return both.flat()
    },
    textsOf: async (name) =>
      (await emptyIfMissing(resolver.resolveTxt(name))).map((chunks) => chunks.join('')),
  }
}

const MISSING_CODES = new Set(['ENOTFOUND', 'ENODATA'])

async function emptyIfMissing<T>(query: Promise<T[]>): Promise<T[]> {
  try {
    return await query
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING_CODES.has(String(error.code))) return []
    throw error
  }
}
