import { errors, jwtVerify } from 'jose'

/** What a token says of its bearer, and until when. */
export type Told = { readonly claims: Readonly<Record<string, unknown>>; readonly until: Date }

/** A longer one would be no cookie any more. */
const longestToken = 3_800

/** Clocks differ by so many seconds. */
const tolerance = 5

/**
 * Reads the token of a visitor: signed with the site's key by HS256, and not for ever. Null for any other. What a
 * token says of itself (when it was made, when it ends) is not told of the visitor.
 */
export async function readToken(token: string, privateKey: string, now: Date): Promise<Told | null> {
  if (token.length > longestToken) return null
  try {
    const key = new TextEncoder().encode(privateKey)
    const options = {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      currentDate: now,
      clockTolerance: tolerance,
    }
    const { payload } = await jwtVerify(token, key, options)
    const { exp = 0, iat: _made, nbf: _from, jti: _id, ...claims } = payload
    return { claims, until: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
