import { api } from '#contract/api.ts'
import type { ParsedInput } from '#contract/route.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { PublishingPreview, sitePublishing } from '#contract/site-publishing.ts'
import { newPreviewKey, PREVIEW_LIFETIME_MS, type Preview } from '../../auth/preview-keys.ts'
import type { Context } from '../../context.ts'
import { changeRequestOf } from '../../domain/change-requests/queries.ts'
import { planOf } from '../../domain/site-plans/queries.ts'
import { type SiteSpaceRow, siteSpacesInOrder } from '../../domain/sites/structure/structure.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { mayArrange, stateIn } from '../preview.ts'
import { hrefOfPlace, placeAt } from '../resolve.ts'
import type { SiteState } from '../state.ts'
import { viewOf } from '../view.ts'
import { basePathOf, originOf, siteUrls, type VisitAt } from '../visit.ts'

type Query = ParsedInput<typeof sitePublishing.preview>['query']

/** More than this of a visitor does not fit into an address. */
const longestClaims = 1_000

export const sitePreviewHandlers = handle(api.sitePublishing, {
  preview: (ctx, { params, query }) => createPreview(ctx, params, query),
})

/** A temporary address at which a member sees drafts, a plan or a change request on a site. */
async function createPreview(ctx: Context, site: SiteParams, query: Query): Promise<PublishingPreview> {
  const claims = query.claims ?? {}
  if (JSON.stringify(claims).length > longestClaims) {
    throw invalid([
      { path: ['query', 'claims'], message: `At most ${longestClaims} characters of claims fit in here` },
    ])
  }
  if (query.plan) await expectPlan(ctx, site)
  const plain = { siteId: site.siteId, userId: ctx.caller.userId, claims, plan: query.plan }
  const begun = await stateIn(ctx.db, plain, 'begun')
  if (begun === null) throw notFound('site', site.siteId)
  if (!query.draft && !begun.whole.site.published)
    throw new DomainError('invalid_state', 'The site is not published')
  const changeRequest = await requestIn(ctx, begun, query)
  const of: Preview = { ...plain, ...(changeRequest ? { changeRequest } : {}) }
  const key = await newPreviewKey(ctx.db, of, ctx.now())
  const state = key && (await stateIn(ctx.db, of, key))
  if (!key || !state) throw notFound('site', site.siteId)
  const visit = { db: ctx.db, urls: { ...siteUrls(ctx.urls), under: `/preview/${key}` }, state }
  return {
    object: 'publishing-preview',
    url: originOf(visit.urls) + (await beginningOf(visit, query)),
    expiresAt: new Date(ctx.now().getTime() + PREVIEW_LIFETIME_MS).toISOString(),
  }
}

/** @throws {DomainError} `forbidden` for who may not edit the site, `invalid_state` when nothing is planned. */
async function expectPlan(ctx: Context, site: SiteParams): Promise<void> {
  if (!mayArrange(ctx.access.role)) {
    throw new DomainError('forbidden', 'Only those who may edit the site see what is planned for it')
  }
  const { steps } = await planOf(ctx.db, site)
  if (steps.length === 0) throw new DomainError('invalid_state', 'Nothing is planned for the site')
}

async function requestIn(ctx: Context, state: SiteState, query: Query) {
  if (query.changeRequest === undefined) return undefined
  const named = namedIn(state, query)
  if (named === undefined) {
    throw invalid([
      { path: ['query', 'siteSpace'], message: 'Say which space of the site the request is of' },
    ])
  }
  const { spaceId } = named
  const { id } = await changeRequestOf(
    ctx.db,
    { organizationId: state.organizationId, spaceId },
    query.changeRequest,
  )
  return { spaceId, id }
}

/** @throws {DomainError} `not_found` for a space that is not on the site, or hidden from this visitor. */
function namedIn({ shape: { structure } }: SiteState, { siteSpace, space }: Query): SiteSpaceRow | undefined {
  if (siteSpace === undefined && space === undefined) return undefined
  const found = siteSpacesInOrder(structure).find((one) =>
    siteSpace === undefined ? one.spaceId === space : one.id === siteSpace,
  )
  if (found === undefined) throw notFound('space of the site', siteSpace ?? space ?? '')
  return found
}

async function beginningOf(visit: VisitAt, query: Query): Promise<string> {
  const { page, target } = query
  if (target !== undefined) {
    const place = await placeAt(visit, target.replace(/^\/+|\/+$/g, ''))
    if (place === undefined) throw new DomainError('not_found', `The site has nothing at ${target}`)
    return hrefOfPlace(place)
  }
  const named = namedIn(visit.state, query)
  if (named === undefined) return `${basePathOf(visit)}/`
  const view = await viewOf(visit, named)
  const node = page === undefined ? undefined : view.page(page)
  if (page !== undefined && node === undefined) throw notFound('page', page)
  return hrefOfPlace({ view, node })
}
