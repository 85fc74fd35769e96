import { SHARE_KEY_PARAMETER } from '../domain/sites/share-key.ts'
import { SHARE_KEY_COOKIE, TOKEN_COOKIE, TOKEN_PARAMETER } from './site-access.ts'
import type { SiteRequest } from './site-request.ts'
import { CLAIMS_COOKIE, claimParameters, mergedClaims } from './visitor-claims.ts'

/**
 * The request of a program, with its credentials where browsers send them: in cookies. Programs send a visitor token or
 * the key of a share link as a bearer token, or in the query as in the addresses that people open.
 */
export function withClientCredentials(request: SiteRequest, bearer: string | undefined): SiteRequest {
  const { query, cookies } = request
  const token = bearer ?? query.get(TOKEN_PARAMETER)
  const key = bearer ?? query.get(SHARE_KEY_PARAMETER)
  const claims = claimParameters(query).length > 0 ? mergedClaims(cookies[CLAIMS_COOKIE], query) : undefined
  return {
    ...request,
    query: new URLSearchParams(),
    cookies: {
      ...cookies,
      ...(token === null ? {} : { [TOKEN_COOKIE]: token }),
      ...(key === null ? {} : { [SHARE_KEY_COOKIE]: key }),
      ...(claims === undefined ? {} : { [CLAIMS_COOKIE]: claims }),
    },
  }
}
