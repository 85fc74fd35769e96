import type { Output, ParsedInput } from '#contract/route.ts'
import { type SiteSearchResult, search } from '#contract/search.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/shared/paging.ts'
import type { Context } from '../../context.ts'
import { cut, decodeCursor, listAnswer } from '../../db/page.ts'
import { pageUrl } from '../../domain/revision-content/present.ts'
import { isDefaultSiteSpace, type SiteSpaceRow } from '../../domain/sites/structure/structure.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { excerptOf } from '../../search/excerpt.ts'
import { pagesAbove } from '../page.ts'
import { type FoundAt, foundOn } from '../search.ts'
import { canonicalOf, type VisitAt } from '../visit.ts'
import { visitAsVisitor } from './visit-as-visitor.ts'

type Asked = ParsedInput<typeof search.site>

export const siteSearchHandlers = handle(search, { site: searchSite })

/** Searches a site as one of its visitors does; pages are grouped by space. */
async function searchSite(ctx: Context, { params, query, body }: Asked): Promise<Output<typeof search.site>> {
  const visit = await visitAsVisitor(ctx, params, body.claims)
  const { asked, pages } = await foundOn(visit, body.query, placesIn(visit, body.scope))
  const bySpace = new Map<string, FoundAt[]>()
  for await (const page of pages) {
    const { id } = page.view.siteSpace
    bySpace.set(id, [...(bySpace.get(id) ?? []), page])
  }
  const found = [...bySpace.values()]
  const limit = query.limit ?? DEFAULT_PAGE_SIZE
  const left = limit === 0 ? [] : found.filter(isBehind(query.page))
  return listAnswer({ ...cut(left, limit, keyOf), count: found.length }, (group) =>
    presentFound(ctx, visit, group, asked),
  )
}

/** A space stands where the best page in it does; pages come by rank, then by id. */
const keyOf = ([best]: readonly FoundAt[]) => [best?.rank ?? 0, best?.node.entry.id ?? '']

function isBehind(page: string | undefined): (group: readonly FoundAt[]) => boolean {
  if (page === undefined) return () => true
  const [rank, id] = decodeCursor(page, 2)
  return ([best]) => {
    if (best === undefined) return false
    return best.rank < Number(rank) || (best.rank === rank && best.node.entry.id > String(id))
  }
}

/** The spaces that a scope names. @throws {DomainError} `not_found` for one that the visitor does not see. */
function placesIn({ state }: VisitAt, scope: Asked['body']['scope']): readonly SiteSpaceRow[] {
  const { structure } = state.shape
  const { siteSpaces } = structure
  if (scope.mode === 'all') return siteSpaces
  const named = scope.mode === 'specific' ? scope.siteSpaceIds : (scope.includedSiteSpaces ?? [])
  const missing = named.find((id) => !siteSpaces.some((one) => one.id === id))
  if (missing !== undefined) throw notFound('site space', missing)
  return siteSpaces.filter(
    (one) => named.includes(one.id) || (scope.mode === 'default' && isDefaultSiteSpace(structure, one)),
  )
}

function presentFound(
  { urls }: Context,
  visit: VisitAt,
  pages: readonly FoundAt[],
  question: string,
): SiteSearchResult {
  const siteSpace = pages[0]?.view.siteSpace
  return {
    id: siteSpace?.spaceId ?? '',
    siteSpace: siteSpace?.id ?? '',
    title: siteSpace?.title ?? '',
    pages: pages.map(({ view, node, href, places }) => {
      const { id, title, description } = node.entry
      const path = node.path ?? ''
      const app = pageUrl(urls, view.siteSpace.spaceId, id)
      const above = pagesAbove(view, node)
      return {
        id,
        title,
        path,
        ...(description === undefined ? {} : { description }),
        ...(above.length === 0 ? {} : { ancestors: above.map((one) => ({ title: one.entry.title })) }),
        sections: places.map(({ ordinal, anchor, title: heading, text }) => {
          const at = anchor === null ? '' : `#${anchor}`
          return {
            id: `${id}${at}`,
            title: ordinal === 0 ? '' : heading,
            path: path + at,
            body: excerptOf(text, question),
            urls: { app: app + at },
          }
        }),
        urls: {
          app,
          ...(visit.state.shape.structure.site.published ? { published: canonicalOf(visit, href) } : {}),
        },
      }
    }),
  }
}
