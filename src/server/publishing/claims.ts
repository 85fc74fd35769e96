import type { Visitor } from '../domain/sites/adaptive-content.ts'

/** What visitors say of themselves in an address: `?visitor.name=value`. */
const begin = 'visitor.'

/** The cookie in which it is kept. */
export const claimsCookie = 'lectern_claims'
export const claimsLife = 30 * 24 * 3600

const mostClaims = 20
const longestCookie = 2_000
const name = /^[A-Za-z_$][\w$]{0,63}$/

type Unsigned = Readonly<Record<string, string | boolean>>

/** The names in a query that say something of the visitor. */
export const claimNames = (query: URLSearchParams): string[] =>
  [...new Set(query.keys())].filter((one) => one.startsWith(begin))

/** What was kept, with what an address says added; undefined when that is more than is kept. */
export function claimsWith(cookie: string | undefined, query: URLSearchParams): string | undefined {
  const given = claimNames(query).map(
    (one) => [one.slice(begin.length), valueOf(query.get(one) ?? '')] as const,
  )
  const all = Object.entries({ ...keptClaims(cookie), ...Object.fromEntries(given) }).filter(([one]) =>
    name.test(one),
  )
  const text = JSON.stringify(Object.fromEntries(all))
  return all.length > mostClaims || encodeURIComponent(text).length > longestCookie ? undefined : text
}

/** A flag is written as a word. */
const valueOf = (text: string): string | boolean => (text === 'true' ? true : text === 'false' ? false : text)

/** What a browser sends back; nothing where it is not of our making. */
function keptClaims(cookie: string | undefined): Unsigned {
  try {
    const kept: unknown = JSON.parse(cookie ?? '{}')
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {}
    return Object.fromEntries(
      Object.entries(kept)
        .filter(([one, value]) => name.test(one) && ['string', 'boolean'].includes(typeof value))
        .slice(0, mostClaims),
    )
  } catch {
    return {}
  }
}

/** A visitor by what a token tells of them, and apart from it what they say themselves. */
export const visitorOf = (told: Readonly<Record<string, unknown>>, cookie: string | undefined): Visitor => ({
  claims: { ...told, unsigned: keptClaims(cookie) },
})
