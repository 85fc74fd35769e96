import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import type { Db } from '../db/client.ts'

/** A preview of a site as a visitor would see it. */
export type Preview = {
  readonly siteId: string
  /** The member who previews; content that they cannot view is left out. */
  readonly userId: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly changeRequest?: { readonly spaceId: string; readonly id: string } | undefined
  /** Whether the preview includes the current structure plan. */
  readonly plan?: boolean | undefined
}

const issuer = 'lectern-preview'

/** How long a key is valid. */
export const PREVIEW_LIFETIME_MS = 3_600_000

/** A key for a preview, valid for an hour. Undefined if there is no such site. */
export async function newPreviewKey(db: Db, of: Preview, now: Date): Promise<string | undefined> {
  const key = await signingKey(db, of.siteId)
  if (key === undefined) return undefined
  const { siteId, userId, claims, changeRequest, plan = false } = of
  const ends = Math.floor((now.getTime() + PREVIEW_LIFETIME_MS) / 1000)
  return new SignJWT({
    s: siteId,
    u: userId,
    ...(Object.keys(claims).length === 0 ? {} : { c: claims }),
    ...(changeRequest === undefined ? {} : { r: [changeRequest.spaceId, changeRequest.id] }),
    ...(plan ? { p: true } : {}),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setExpirationTime(ends)
    .sign(key)
}

/** The preview of a key; null if the key is invalid or has expired. */
export async function previewOfKey(db: Db, token: string, now: Date): Promise<Preview | null> {
  try {
    const { s } = decodeJwt(token)
    const key = typeof s === 'string' ? await signingKey(db, s) : undefined
    if (typeof s !== 'string' || key === undefined) return null
    const options = { algorithms: ['HS256'], issuer, requiredClaims: ['exp'], currentDate: now }
    const { payload } = await jwtVerify(token, key, options)
    const [spaceId, id] = (payload.r ?? []) as readonly string[]
    return {
      siteId: s,
      userId: String(payload.u),
      claims: (payload.c ?? {}) as Preview['claims'],
      ...(spaceId && id ? { changeRequest: { spaceId, id } } : {}),
      ...(payload.p === true ? { plan: true } : {}),
    }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

async function signingKey(db: Db, siteId: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('site').select('reading_key').where('id', '=', siteId).executeTakeFirst()
  return row && new TextEncoder().encode(row.reading_key)
}
