import { Resolver } from 'node:dns/promises'

/** Asks the DNS, past what this machine itself believes of names. Empty where there is no such entry. */
export type Names = {
  /** Names that one is another word for. */
  readonly aliasesOf: (name: string) => Promise<readonly string[]>
  /** Addresses that a name leads to, through all aliases. */
  readonly addressesOf: (name: string) => Promise<readonly string[]>
}

const waitMs = 3_000

export function namesInDns(): Names {
  const resolver = new Resolver({ timeout: waitMs, tries: 2 })
  return {
    aliasesOf: (name) => found(resolver.resolveCname(name)),
    addressesOf: async (name) => {
      const both = await Promise.all([found(resolver.resolve4(name)), found(resolver.resolve6(name))])
      return both.flat()
    },
  }
}

const nothingThere = new Set(['ENOTFOUND', 'ENODATA'])

async function found(asking: Promise<string[]>): Promise<string[]> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Error && 'code' in error && nothingThere.has(String(error.code))) return []
    throw error
  }
}
