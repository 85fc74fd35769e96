import { createHash } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Reader } from '../context.ts'
import type { Db } from '../db/client.ts'

/** What tokens that read a published site begin with. */
export const READING_TOKEN_PREFIX = 'lcr_'

/** How long one lasts, in seconds. */
const LIFETIME_SECONDS = 3600

/** What such a token opens, and what let its visitor in. */
export type ReadingScope = Reader & { readonly shareLink?: string | undefined }

type SiteVisibility = {
  readonly organizationId: string
  readonly readingKey: string
  readonly visibility: string
  readonly isAdaptive: boolean
  readonly privateKey: string | null
  readonly isShown: boolean
  readonly linkIsOpen: boolean
}

const issuer = 'lectern-reading'

/**
 * A token that reads one published site and one space of it, as one visitor, for an hour; for less where the visitor's
 * own token ends before. Undefined for a site that is not published or does not show the space.
 */
export async function newReadingToken(
  db: Db,
  reading: ReadingScope,
  now: Date,
  until?: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const door = await siteVisibility(db, reading, now)
  if (door === undefined) return undefined
  const expiresAt = new Date(
    Math.min(now.getTime() + LIFETIME_SECONDS * 1000, until?.getTime() ?? Number.POSITIVE_INFINITY),
  )
  const { siteId, spaceId, claims, shareLink } = reading
  const said = {
    site: siteId,
    space: spaceId,
    claims,
    seal: visibilityHash(door),
    ...(shareLink ? { link: shareLink } : {}),
  }
  const signed = await new SignJWT(said)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(bytesOf(door.readingKey))
  return { token: READING_TOKEN_PREFIX + signed, expiresAt }
}

/** Whom a token reads for. Null when it is none of ours, has run out, or what it opened was closed since. */
export async function readerOfToken(
  db: Db,
  token: string,
  now: Date,
): Promise<{ readonly reader: Reader; readonly isAdaptive: boolean } | null> {
  const given = token.slice(READING_TOKEN_PREFIX.length)
  const said = unverifiedPayload(given)
  if (said === null) return null
  const door = await siteVisibility(db, said, now)
  if (door === undefined || said.seal !== visibilityHash(door)) return null
  try {
    await jwtVerify(given, bytesOf(door.readingKey), {
      algorithms: ['HS256'],
      issuer,
      requiredClaims: ['exp'],
      currentDate: now,
    })
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
  const { siteId, spaceId, claims } = said
  return {
    reader: { organizationId: door.organizationId, siteId, spaceId, claims },
    isAdaptive: door.isAdaptive,
  }
}

type TokenPayload = Omit<ReadingScope, 'organizationId'> & { readonly seal: unknown }

/** What a token says before it is known whether to believe it. */
function unverifiedPayload(token: string): TokenPayload | null {
  try {
    const { site, space, link, claims, seal } = decodeJwt(token)
    if (typeof site !== 'string' || typeof space !== 'string') return null
    const shareLink = typeof link === 'string' ? link : undefined
    return { siteId: site, spaceId: space, claims: claims as Reader['claims'], seal, shareLink }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Differs when another door stands before the site, or the same one with another key. */
const visibilityHash = ({ visibility, privateKey, isAdaptive }: SiteVisibility): string =>
  createHash('sha256')
    .update(JSON.stringify([visibility, isAdaptive, visibility === 'visitor-auth' ? privateKey : null]))
    .digest('base64url')
    .slice(0, 16)

const bytesOf = (key: string) => new TextEncoder().encode(key)

/** How a published site stands open for a token at this moment; undefined when it does not. */
async function siteVisibility(
  db: Db,
  { siteId, spaceId, shareLink }: Pick<ReadingScope, 'siteId' | 'spaceId' | 'shareLink'>,
  now: Date,
): Promise<SiteVisibility | undefined> {
  const { rows } = await sql<SiteVisibility>`
    select site.organization_id as "organizationId", site.reading_key as "readingKey", site.visibility,
      site.adaptive_content as "isAdaptive", auth.private_key as "privateKey",
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
  const [door] = rows
  if (door === undefined || !door.isShown) return undefined
  return door.visibility === 'share-link' && !door.linkIsOpen ? undefined : door
}
