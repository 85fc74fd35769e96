import type { SiteParams } from '#contract/shared/paths.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { type Shows, showsFor, type Visitor } from '../../publishing/audience.ts'
import { shownTo, siteStates, stateFor } from '../../publishing/state.ts'
import { siteUrls, type VisitAt } from '../../publishing/visit.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { viewerContextOf } from '../sites/viewer-context.ts'

/** What is known of a visitor, as it was said: claims of their own in `unsigned`. */
export type Said = Readonly<Record<string, unknown>> | undefined

/** The visitor that a caller reads a site for: the one their token is for, else the one they describe. */
export function visitorSaid({ caller }: Pick<Context, 'caller'>, said: Said): Visitor {
  if (caller.reader !== undefined) return { claims: caller.reader.claims }
  const { unsigned, ...claims } = said ?? {}
  const own = typeof unsigned === 'object' && unsigned !== null && !Array.isArray(unsigned) ? unsigned : {}
  return { claims: { ...claims, unsigned: own as Readonly<Record<string, unknown>> } }
}

/** The part of a structure that a visitor sees, and what else conditions show them. */
export function partSeen(
  ctx: Pick<Context, 'caller'>,
  structure: Structure,
  said: Said,
): { readonly structure: Structure; readonly shows: Shows } {
  const shows = showsFor(structure.site, visitorSaid(ctx, said))
  return { structure: shownTo(structure, () => true, shows), shows }
}

/**
 * A site, published or not, as a visitor sees it; to a member only with the spaces that they may read.
 *
 * @throws {DomainError} `not_found` when the organization has no such site.
 */
export async function visitAs(ctx: Context, site: SiteParams, said: Said): Promise<VisitAt> {
  const { organizationId, siteId } = site
  const whole = await siteStates(ctx.db)({ organizationId, siteId })
  if (whole === null) throw notFound('site', siteId)
  const state = stateFor(whole, visitorSaid(ctx, said))
  const { spaces } = await viewerContextOf(ctx.db, ctx, whole.whole)
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
