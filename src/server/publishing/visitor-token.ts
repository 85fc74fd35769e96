import { errors, jwtVerify } from 'jose'

/** The verified claims of a visitor's token, and when it expires. */
export type VisitorToken = { readonly claims: Readonly<Record<string, unknown>>; readonly expiresAt: Date }

/** Longer tokens exceed the size of a cookie. */
const MAX_TOKEN_LENGTH = 3_800

const CLOCK_TOLERANCE_SECONDS = 5

/**
 * Verifies a visitor's token: signed with the site's key (HS256), with an expiration time. Null for any other token.
 * Claims about the token itself (`exp`, `iat`, `nbf`, `jti`) are left out.
 */
export async function verifyToken(
  token: string,
  privateKey: string,
  now: Date,
): Promise<VisitorToken | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null
  try {
    const key = new TextEncoder().encode(privateKey)
    const options = {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    }
    const { payload } = await jwtVerify(token, key, options)
    const { exp = 0, iat: _made, nbf: _from, jti: _id, ...claims } = payload
    return { claims, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
