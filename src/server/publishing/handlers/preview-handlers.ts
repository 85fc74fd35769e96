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
import { canEditSite, stateForPreview } from '../preview.ts'
import { hrefOfResolvedPage, resolvePage } from '../resolve-page.ts'
import type { SiteState } from '../state.ts'
import { viewOf } from '../view.ts'
import { type BaseVisit, basePathOf, originOf, siteUrls } from '../visit.ts'

type Query = ParsedInput<typeof sitePublishing.preview>['query']

/** In characters of JSON; the claims are part of the preview's URL. */
const MAX_CLAIMS_LENGTH = 1_000

export const sitePreviewHandlers = handle(api.sitePublishing, {
  preview: (ctx, { params, query }) => createPreview(ctx, params, query),
})

/** A temporary address at which a member sees drafts, a plan or a change request on a site. */
async function createPreview(ctx: Context, site: SiteParams, query: Query): Promise<PublishingPreview> {
  const claims = query.claims ?? {}
  if (JSON.stringify(claims).length > MAX_CLAIMS_LENGTH) {
    throw invalid([
      { path: ['query', 'claims'], message: `Use ${MAX_CLAIMS_LENGTH} characters or fewer for the claims` },
    ])
  }
  if (query.plan) await expectPlan(ctx, site)
  const options = { siteId: site.siteId, userId: ctx.caller.userId, claims, plan: query.plan }
  const draft = await stateForPreview(ctx.db, options, 'draft')
  if (draft === null) throw notFound('site', site.siteId)
  if (!query.draft && !draft.whole.site.published)
    throw new DomainError('invalid_state', 'The site isn’t published')
  const changeRequest = await changeRequestIn(ctx, draft, query)
  const preview: Preview = { ...options, ...(changeRequest ? { changeRequest } : {}) }
  const key = await newPreviewKey(ctx.db, preview, ctx.now())
  const state = key && (await stateForPreview(ctx.db, preview, key))
  if (!key || !state) throw notFound('site', site.siteId)
  const visit = { db: ctx.db, urls: { ...siteUrls(ctx.urls), previewPrefix: `/preview/${key}` }, state }
  return {
    object: 'publishing-preview',
    url: originOf(visit.urls) + (await startPath(visit, query)),
    expiresAt: new Date(ctx.now().getTime() + PREVIEW_LIFETIME_MS).toISOString(),
  }
}

/** @throws {DomainError} `forbidden` if the caller may not edit the site, `invalid_state` if the plan is empty. */
async function expectPlan(ctx: Context, site: SiteParams): Promise<void> {
  if (!canEditSite(ctx.access.role)) {
    throw new DomainError('forbidden', 'Only people who can edit the site can see its plan')
  }
  const { steps } = await planOf(ctx.db, site)
  if (steps.length === 0) throw new DomainError('invalid_state', 'The plan of the site is empty')
}

async function changeRequestIn(ctx: Context, state: SiteState, query: Query) {
  if (query.changeRequest === undefined) return undefined
  const siteSpace = siteSpaceIn(state, query)
  if (siteSpace === undefined) {
    throw invalid([
      { path: ['query', 'siteSpace'], message: 'Send the space that the change request belongs to' },
    ])
  }
  const { spaceId } = siteSpace
  const { id } = await changeRequestOf(
    ctx.db,
    { organizationId: state.organizationId, spaceId },
    query.changeRequest,
  )
  return { spaceId, id }
}

/** @throws {DomainError} `not_found` for a space that is not on the site or hidden from the visitor. */
function siteSpaceIn(
  { shape: { structure } }: SiteState,
  { siteSpace, space }: Query,
): SiteSpaceRow | undefined {
  if (siteSpace === undefined && space === undefined) return undefined
  const row = siteSpacesInOrder(structure).find((one) =>
    siteSpace === undefined ? one.spaceId === space : one.id === siteSpace,
  )
  if (row === undefined) throw notFound('space of the site', siteSpace ?? space ?? '')
  return row
}

async function startPath(visit: BaseVisit, query: Query): Promise<string> {
  const { page, target } = query
  if (target !== undefined) {
    const resolved = await resolvePage(visit, target.replace(/^\/+|\/+$/g, ''))
    if (resolved === undefined) throw new DomainError('not_found', `The site has no page at ${target}`)
    return hrefOfResolvedPage(resolved)
  }
  const siteSpace = siteSpaceIn(visit.state, query)
  if (siteSpace === undefined) return `${basePathOf(visit)}/`
  const view = await viewOf(visit, siteSpace)
  const node = page === undefined ? undefined : view.page(page)
  if (page !== undefined && node === undefined) throw notFound('page', page)
  return hrefOfResolvedPage({ view, node })
}
