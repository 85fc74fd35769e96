import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { READING_TOKEN_PREFIX, readerOfToken } from '../auth/reading-tokens.ts'
import { hashOf } from '../auth/secrets.ts'
import type { FileRow } from '../content/files.ts'
import { fileOf } from '../content/files.ts'
import type { Access, Caller, Reader, Service } from '../context.ts'
import type { Db } from '../db/client.ts'
import { isReadable, isSpecShown } from '../domain/site-reading/readable-spaces.ts'
import { contentForVisitor } from '../domain/site-reading/visitor-content.ts'
import { appliesConditions } from '../domain/sites/adaptive-content.ts'
import { DomainError, notFound } from '../errors.ts'

const {
  apiInformation,
  embeds,
  openapiSpecs,
  publishedSites,
  revisions,
  search,
  siteInsights,
  siteRedirects,
  siteStructure,
  sites,
  spaceContent,
  spaces,
} = api

/** Operations for anyone with a token. */
const OPEN_OPERATIONS: ReadonlySet<Route> = new Set<Route>([apiInformation.get, embeds.get])

/** Operations that such a token can call for its own site. Tracking is the only one that writes. */
const SITE_OPERATIONS: ReadonlySet<Route> = new Set<Route>([
  sites.get,
  publishedSites.get,
  siteStructure.get,
  siteRedirects.resolve,
  search.site,
  search.prewarm,
  siteInsights.track,
])

/** Operations for the spaces that its site shows the visitor. Their handlers leave out what conditions hide. */
const SPACE_OPERATIONS: ReadonlySet<Route> = new Set<Route>([
  embeds.inSpace,
  revisions.changes,
  revisions.file,
  revisions.files,
  revisions.get,
  revisions.metaLinks,
  revisions.page,
  revisions.pageByPath,
  revisions.pageDocument,
  revisions.pages,
  revisions.reusableContent,
  revisions.reusableContentDocument,
  spaceContent.document,
  spaceContent.file,
  spaceContent.get,
  spaceContent.metaLinks,
  spaceContent.page,
  spaceContent.pageByPath,
  spaceContent.pages,
  spaceContent.reusableContent,
  spaces.get,
])

/** Operations for the specifications that pages of the site show. */
const SPEC_OPERATIONS: ReadonlySet<Route> = new Set<Route>([
  openapiSpecs.latestContent,
  openapiSpecs.latestVersion,
])

type ReaderIdentity = { readonly caller: Caller; readonly reader: Reader }

/** The token in a request that reads a published site; null for any other credential. */
export function readingTokenOf({ headers }: FastifyRequest): string | null {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token.startsWith(READING_TOKEN_PREFIX) ? token : null
}

/** The visitor of a token. @throws {DomainError} `unauthenticated` if the token is invalid, expired or revoked */
export async function identifyReader({ db, now }: Service, token: string): Promise<ReaderIdentity> {
  const reader = await readerOfToken(db, token, now())
  if (reader === null) {
    throw new DomainError(
      'unauthenticated',
      'The token has expired, or the content is no longer available. Request the URL again',
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
    reader,
  }
  return { reader, caller }
}

/**
 * Checks whether such a token can call an operation on the object in the path.
 *
 * @throws {DomainError} 403 for every other operation, 404 for other sites and for what the site does not show
 */
export async function authorizeReader(
  db: Db,
  { reader }: ReaderIdentity,
  route: Route,
  params: Readonly<Record<string, string>>,
): Promise<Access> {
  const { organizationId, siteId = '', spaceId = '', revisionId, specSlug = '' } = params
  const isInOrganization = organizationId === reader.organizationId
  if (SITE_OPERATIONS.has(route)) {
    if (!isInOrganization || siteId !== reader.siteId) throw notFound('site', siteId)
  } else if (SPACE_OPERATIONS.has(route)) {
    if (!(await isReadable(db, reader, { spaceId, revisionId })))
      throw revisionId === undefined ? notFound('space', spaceId) : notFound('revision', revisionId)
  } else if (SPEC_OPERATIONS.has(route)) {
    if (!isInOrganization || !(await isSpecShown(db, reader, specSlug)))
      throw notFound('OpenAPI specification', specSlug)
  } else if (!OPEN_OPERATIONS.has(route)) {
    throw new DomainError('forbidden', 'This token can only read the content of its site')
  }
  return { organizationId: reader.organizationId, role: 'read', organizationRole: null }
}

/** A file that the site of a token shows its visitor. @throws {DomainError} `not_found` */
export async function fileForReader(
  db: Db,
  { reader }: ReaderIdentity,
  { spaceId, fileId }: { readonly spaceId: string; readonly fileId: string },
): Promise<FileRow> {
  if (!(await isReadable(db, reader, { spaceId }))) throw notFound('space', spaceId)
  const at = { organizationId: reader.organizationId, spaceId }
  if (appliesConditions(reader)) {
    const files = await (await contentForVisitor(db, reader, at)).files()
    if (!files.some(({ id }) => id === fileId)) throw notFound('file', fileId)
  }
  return fileOf(db, at, fileId)
}
