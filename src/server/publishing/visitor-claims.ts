import type { Visitor } from '../domain/sites/adaptive-content.ts'

/** Prefix of unsigned claims in a URL: `?visitor.name=value`. */
const CLAIM_PREFIX = 'visitor.'

/** The cookie that stores unsigned claims. */
export const CLAIMS_COOKIE = 'lectern_claims'
export const CLAIMS_COOKIE_SECONDS = 30 * 24 * 3600

const MAX_CLAIMS = 20
const MAX_COOKIE_LENGTH = 2_000
const CLAIM_NAME = /^[A-Za-z_$][\w$]{0,63}$/

type Unsigned = Readonly<Record<string, string | boolean>>

/** The query parameters that set claims. */
export const claimParameters = (query: URLSearchParams): string[] =>
  [...new Set(query.keys())].filter((one) => one.startsWith(CLAIM_PREFIX))

/** The claims in the cookie with those of a URL added, as JSON; undefined if they exceed the limits. */
export function mergedClaims(cookie: string | undefined, query: URLSearchParams): string | undefined {
  const added = claimParameters(query).map(
    (one) => [one.slice(CLAIM_PREFIX.length), valueOf(query.get(one) ?? '')] as const,
  )
  const all = Object.entries({ ...claimsInCookie(cookie), ...Object.fromEntries(added) }).filter(([one]) =>
    CLAIM_NAME.test(one),
  )
  const text = JSON.stringify(Object.fromEntries(all))
  return all.length > MAX_CLAIMS || encodeURIComponent(text).length > MAX_COOKIE_LENGTH ? undefined : text
}

/** `true` and `false` are booleans, anything else is text. */
const valueOf = (text: string): string | boolean => (text === 'true' ? true : text === 'false' ? false : text)

/** The claims that a browser sends back; none if the cookie is malformed. */
function claimsInCookie(cookie: string | undefined): Unsigned {
  try {
    const stored: unknown = JSON.parse(cookie ?? '{}')
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {}
    return Object.fromEntries(
      Object.entries(stored)
        .filter(([one, value]) => CLAIM_NAME.test(one) && ['string', 'boolean'].includes(typeof value))
        .slice(0, MAX_CLAIMS),
    )
  } catch {
    // Visitors can edit the cookie; one that is not JSON counts as empty.
    return {}
  }
}

/** A visitor with the claims of their token and, separately, the unsigned ones in their cookie. */
export const visitorWithClaims = (
  signed: Readonly<Record<string, unknown>>,
  cookie: string | undefined,
): Visitor => ({
  claims: { ...signed, unsigned: claimsInCookie(cookie) },
})
