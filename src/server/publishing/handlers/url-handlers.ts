import { api } from '#contract/api.ts'
import type { PublishedLookup } from '#contract/urls.ts'
import { newReadingToken } from '../../auth/reading-tokens.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { type Lookup, lookUpUrl, type VisitorCredentials } from '../lookup.ts'
import { basePathOf } from '../visit.ts'
import { dashboardContentAt } from './dashboard-url-content.ts'
import { isDashboardUrl } from './dashboard-urls.ts'

export const urlHandlers = handle(api.urls, {
  published: (ctx, { body: { url, redirectOnError, visitor = {} } }) =>
    published(ctx, url, { visitor, redirectOnError }),

  publishedByGet: (ctx, { query: { url, visitorAuthToken, redirectOnError } }) =>
    published(ctx, url, { visitor: { jwtToken: visitorAuthToken }, redirectOnError }),

  content: (ctx, { query: { url } }) => dashboardContentAt(ctx, url),
})

type Options = { readonly visitor: VisitorCredentials; readonly redirectOnError: boolean }

async function published(ctx: Context, url: string, options: Options): Promise<PublishedLookup> {
  const address = new URL(url)
  if (isDashboardUrl(ctx.urls, address)) return { target: 'application', redirect: address.href }
  const result = await lookUpUrl(ctx, address, options.visitor)
  if (result === undefined) throw nothingAt(url)
  if (result.kind === 'denied') throw denied(result.reason)
  if (result.kind === 'content') return contentOf(ctx, result, url)
  if (result.isSignIn && options.visitor.jwtToken !== undefined && !options.redirectOnError)
    throw denied('visitor')
  return { target: result.target, redirect: result.href }
}

const nothingAt = (url: string) => new DomainError('not_found', `Nothing is published at ${url}`)

const DENIAL_MESSAGES = {
  visitor: 'Visitors of this site sign in, and this visitor token isn’t valid',
  password: 'This share link has a password. Open it in a browser',
} as const

const denied = (reason: keyof typeof DENIAL_MESSAGES) =>
  new DomainError('forbidden', DENIAL_MESSAGES[reason], { reason })

async function contentOf(
  ctx: Context,
  { visit, place, claims, pass, shareKey, complete, canonicalUrl }: Extract<Lookup, { kind: 'content' }>,
  url: string,
): Promise<PublishedLookup> {
  const { organizationId, shape } = visit.state
  const { siteSpace, root } = place.view
  const siteId = shape.structure.site.id
  const { spaceId, sectionId } = siteSpace
  const reading = { organizationId, siteId, spaceId, claims, shareLink: pass.shareLink }
  const token = await newReadingToken(ctx.db, reading, ctx.now(), pass.expiresAt)
  // The visitor lost access during the lookup.
  if (token === undefined) throw nothingAt(url)
  return {
    organization: organizationId,
    site: siteId,
    ...(sectionId === null ? {} : { siteSection: sectionId }),
    siteSpace: siteSpace.id,
    space: spaceId,
    ...(place.node === undefined ? {} : { page: place.node.entry.id }),
    revision: visit.state.heads.get(spaceId) ?? '',
    pathname: place.node === undefined || place.node === place.view.first ? '' : (place.node.path ?? ''),
    basePath: root,
    siteBasePath: `${basePathOf(visit)}/`,
    apiToken: token.token,
    apiTokenExpiresAt: token.expiresAt.toISOString(),
    ...(shareKey === undefined || pass.shareLink === undefined ? {} : { shareKey }),
    complete,
    canonicalUrl,
  }
}
