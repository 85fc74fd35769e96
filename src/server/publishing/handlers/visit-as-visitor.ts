import type { SiteParams } from '#contract/shared/paths.ts'
import type { Context } from '../../context.ts'
import { type VisitorClaims, visitorOf } from '../../domain/sites/adaptive-content.ts'
import { viewerContextOf } from '../../domain/sites/viewer-context.ts'
import { notFound } from '../../errors.ts'
import { siteStates, stateFor } from '../state.ts'
import { type BaseVisit, siteUrls } from '../visit.ts'

/**
 * A site, published or not, as a visitor sees it. Members see only the spaces that they may read.
 *
 * @throws {DomainError} `not_found` when the organization has no such site.
 */
export async function visitAsVisitor(
  ctx: Context,
  { organizationId, siteId }: SiteParams,
  claims: VisitorClaims,
): Promise<BaseVisit> {
  const current = await siteStates(ctx.db)({ organizationId, siteId })
  if (current === null) throw notFound('site', siteId)
  const state = stateFor(current, visitorOf(ctx, claims))
  const { spaces } = await viewerContextOf(ctx.db, ctx, current.whole)
  const { structure } = state.shape
  const mayRead = (spaceId: string) =>
    ctx.caller.reader !== undefined || spaces.get(spaceId)?.permissions.view === true
  const siteSpaces = structure.siteSpaces.filter(({ spaceId }) => mayRead(spaceId))
  const isWhole = siteSpaces.length === structure.siteSpaces.length
  return {
    db: ctx.db,
    urls: siteUrls(ctx.urls),
    state: isWhole ? state : { ...state, shape: { ...state.shape, structure: { ...structure, siteSpaces } } },
  }
}
