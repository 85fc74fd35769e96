import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { READING_TOKEN_PREFIX, readerOfToken } from '../auth/reading-tokens.ts'
import { hashOf } from '../auth/secrets.ts'
import type { Access, Caller, Reader, Service } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'

const { publishedSites, search, siteRedirects, siteStructure, sites, spaceContent } = api

/** Operations that such a token can call for its own site. */
const SITE_OPERATIONS: ReadonlySet<Route> = new Set<Route>([
  sites.get,
  publishedSites.get,
  siteStructure.get,
  siteRedirects.resolve,
  search.site,
])

/** Operations for its own space. They ignore the visitor, so they are only for sites without adaptive content. */
const SPACE_OPERATIONS: ReadonlySet<Route> = new Set<Route>([
  spaceContent.get,
  spaceContent.pages,
  spaceContent.page,
  spaceContent.pageByPath,
  spaceContent.file,
])

type ReaderIdentity = { readonly caller: Caller; readonly reader: Reader; readonly isAdaptive: boolean }

/** The token in a request that reads a published site; null for any other credential. */
export function readingTokenOf({ headers }: FastifyRequest): string | null {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token.startsWith(READING_TOKEN_PREFIX) ? token : null
}

/** The visitor of a token. @throws {DomainError} `unauthenticated` if the token is invalid, expired or revoked */
export async function identifyReader({ db, now }: Service, token: string): Promise<ReaderIdentity> {
  const access = await readerOfToken(db, token, now())
  if (access === null) {
    throw new DomainError(
      'unauthenticated',
      'The token has run out, or what it opened was closed. Look the address up again',
    )
  }
  const id = `reading ${hashOf(token).toString('base64url')}`
  const caller: Caller = {
    userId: '',
    email: '',
    displayName: '',
    photoUrl: null,
    credential: { kind: 'token', id },
    readOnly: true,
    reader: access.reader,
  }
  return { ...access, caller }
}

/**
 * Checks whether such a token can call an operation on the object in the path.
 *
 * @throws {DomainError} 403 for every other operation, 404 for another site or space.
 */
export function authorizeReader(
  { reader, isAdaptive }: ReaderIdentity,
  route: Route,
  { organizationId, siteId, spaceId }: Readonly<Record<string, string>>,
): Access {
  if (SITE_OPERATIONS.has(route)) {
    const isOwn = organizationId === reader.organizationId && siteId === reader.siteId
    if (!isOwn) throw notFound('site', siteId ?? '')
  } else if (SPACE_OPERATIONS.has(route)) {
    if (spaceId !== reader.spaceId) throw notFound('space', spaceId ?? '')
    if (isAdaptive) {
      throw new DomainError(
        'forbidden',
        'The site shows each visitor something else; its texts are read as pages only',
      )
    }
  } else {
    throw new DomainError('forbidden', 'This token only reads the site and the space that it was given for')
  }
  return { organizationId: reader.organizationId, role: 'read', organizationRole: null }
}

/** The organization of the space that a token reads, for its files. @throws {DomainError} `not_found` for other spaces */
export function readerOfSpace({ reader, isAdaptive }: ReaderIdentity, spaceId: string): string {
  if (isAdaptive || reader.spaceId !== spaceId) throw notFound('space', spaceId)
  return reader.organizationId
}
