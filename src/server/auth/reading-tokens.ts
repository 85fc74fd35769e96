import { createHash } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Reader } from '../context.ts'
import type { Db } from '../db/client.ts'

/** The prefix of tokens that read a published site. */
export const READING_TOKEN_PREFIX = 'lcr_'

/** How long a token is valid. */
const LIFETIME_SECONDS = 3600

/** The scope of a token: a visitor's access to a site and a space, and the share link that granted it. */
export type ReadingScope = Omit<Reader, 'adaptiveContent' | 'conditionalContent' | 'issuedAt'> & {
  readonly shareLink?: string | undefined
}

type SiteVisibility = {
  readonly organizationId: string
  readonly readingKey: string
  readonly visibility: string
  readonly adaptiveContent: boolean
  readonly conditionalContent: Reader['conditionalContent']
  readonly privateKey: string | null
  readonly isShown: boolean
  readonly linkIsOpen: boolean
}

const issuer = 'lectern-reading'

/**
 * A token that reads what a published site shows one visitor, for an hour or until the visitor's own
 * token expires. Undefined if the site is not published or does not contain the space.
 */
export async function newReadingToken(
  db: Db,
  reading: ReadingScope,
  now: Date,
  until?: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const visibility = await siteVisibility(db, reading, now)
  if (visibility === undefined) return undefined
  const expiresAt = new Date(
    Math.min(now.getTime() + LIFETIME_SECONDS * 1000, until?.getTime() ?? Number.POSITIVE_INFINITY),
  )
  const { siteId, spaceId, claims, shareLink } = reading
  const payload = {
    site: siteId,
    space: spaceId,
    claims,
    at: now.getTime(),
    seal: visibilityHash(visibility),
    ...(shareLink ? { link: shareLink } : {}),
  }
  const signed = await new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(bytesOf(visibility.readingKey))
  return { token: READING_TOKEN_PREFIX + signed, expiresAt }
}

/** The visitor of a token. Null if the token is invalid or expired, or if the access was revoked since. */
export async function readerOfToken(db: Db, token: string, now: Date): Promise<Reader | null> {
  const signed = token.slice(READING_TOKEN_PREFIX.length)
  const payload = unverifiedPayload(signed)
  if (payload === null) return null
  const visibility = await siteVisibility(db, payload, now)
  if (visibility === undefined || payload.seal !== visibilityHash(visibility)) return null
  try {
    await jwtVerify(signed, bytesOf(visibility.readingKey), {
      algorithms: ['HS256'],
      issuer,
      requiredClaims: ['exp'],
      currentDate: now,
    })
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
  const { siteId, spaceId, claims, issuedAt } = payload
  const { organizationId, adaptiveContent, conditionalContent } = visibility
  return { organizationId, siteId, spaceId, claims, issuedAt, adaptiveContent, conditionalContent }
}

type TokenPayload = Omit<ReadingScope, 'organizationId'> & { readonly seal: unknown; readonly issuedAt: Date }

/** The payload of a token before its signature is verified. */
function unverifiedPayload(token: string): TokenPayload | null {
  try {
    const { site, space, link, claims, seal, at } = decodeJwt(token)
    if (typeof site !== 'string' || typeof space !== 'string') return null
    const shareLink = typeof link === 'string' ? link : undefined
    const issuedAt = new Date(typeof at === 'number' ? at : 0)
    return { siteId: site, spaceId: space, claims: claims as Reader['claims'], seal, shareLink, issuedAt }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Changes with the visibility of the site and with its key for visitors. */
const visibilityHash = ({ visibility, privateKey, adaptiveContent }: SiteVisibility): string =>
  createHash('sha256')
    .update(JSON.stringify([visibility, adaptiveContent, visibility === 'visitor-auth' ? privateKey : null]))
    .digest('base64url')
    .slice(0, 16)

const bytesOf = (key: string) => new TextEncoder().encode(key)

/** The current visibility of a published site for a token; undefined if there is no access. */
async function siteVisibility(
  db: Db,
  { siteId, spaceId, shareLink }: Pick<ReadingScope, 'siteId' | 'spaceId' | 'shareLink'>,
  now: Date,
): Promise<SiteVisibility | undefined> {
  const { rows } = await sql<SiteVisibility>`
    select site.organization_id as "organizationId", site.reading_key as "readingKey", site.visibility,
      site.adaptive_content as "adaptiveContent", site.conditional_content as "conditionalContent",
      auth.private_key as "privateKey",
      exists (select from site_space shown
        join space on space.organization_id = shown.organization_id and space.id = shown.space_id
        where shown.organization_id = site.organization_id and shown.site_id = site.id
          and shown.space_id = ${spaceId} and space.deleted_at is null) as "isShown",
      exists (select from site_share_link link
        where link.organization_id = site.organization_id and link.site_id = site.id
          and link.id = ${shareLink ?? null}::text and link.active and link.password_hash is null
          and (link.expires_at is null or link.expires_at > ${now})) as "linkIsOpen"
    from site
    left join site_publishing_auth auth on auth.organization_id = site.organization_id and auth.site_id = site.id
    where site.id = ${siteId} and site.published`.execute(db)
  const [visibility] = rows
  if (visibility === undefined || !visibility.isShown) return undefined
  return visibility.visibility === 'share-link' && !visibility.linkIsOpen ? undefined : visibility
}
