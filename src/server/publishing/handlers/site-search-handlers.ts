import type { Output, ParsedInput } from '#contract/route.ts'
import { type SiteSearchResult, search } from '#contract/search.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/shared/paging.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, listResponse, pageFromRows } from '../../db/page.ts'
import { pageUrl } from '../../domain/revision-content/present.ts'
import { isDefaultSiteSpace, type SiteSpaceRow } from '../../domain/sites/structure/structure.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { excerptOf } from '../../search/excerpt.ts'
import { ancestorsOf } from '../page.ts'
import { type SearchMatch, searchVisit } from '../search.ts'
import { type BaseVisit, canonicalOf } from '../visit.ts'
import { visitAsVisitor } from './visit-as-visitor.ts'

type SearchInput = ParsedInput<typeof search.site>

export const siteSearchHandlers = handle(search, { site: searchSite })

/** Searches a site as one of its visitors does; pages are grouped by space. */
async function searchSite(
  ctx: Context,
  { params, query, body }: SearchInput,
): Promise<Output<typeof search.site>> {
  const visit = await visitAsVisitor(ctx, params, body.claims)
  const { query: correctedQuery, pages } = await searchVisit(
    visit,
    body.query,
    spacesInScope(visit, body.scope),
  )
  const bySpace = new Map<string, SearchMatch[]>()
  for await (const page of pages) {
    const { id } = page.view.siteSpace
    bySpace.set(id, [...(bySpace.get(id) ?? []), page])
  }
  const groups = [...bySpace.values()]
  const limit = query.limit ?? DEFAULT_PAGE_SIZE
  const remaining = limit === 0 ? [] : groups.filter(isAfterCursor(query.page))
  return listResponse({ ...pageFromRows(remaining, limit, cursorOf), count: groups.length }, (group) =>
    presentResult(ctx, visit, group, correctedQuery),
  )
}

/** Spaces are ordered by their best page: by its rank, then by its id. */
const cursorOf = ([best]: readonly SearchMatch[]) => [best?.rank ?? 0, best?.node.entry.id ?? '']

function isAfterCursor(page: string | undefined): (group: readonly SearchMatch[]) => boolean {
  if (page === undefined) return () => true
  const [rank, id] = decodeCursor(page, 2)
  return ([best]) => {
    if (best === undefined) return false
    return best.rank < Number(rank) || (best.rank === rank && best.node.entry.id > String(id))
  }
}

/** The spaces in the scope of a search. @throws {DomainError} `not_found` for one that the visitor does not see. */
function spacesInScope({ state }: BaseVisit, scope: SearchInput['body']['scope']): readonly SiteSpaceRow[] {
  const { structure } = state.shape
  const { siteSpaces } = structure
  if (scope.mode === 'all') return siteSpaces
  const ids = scope.mode === 'specific' ? scope.siteSpaceIds : (scope.includedSiteSpaces ?? [])
  const missing = ids.find((id) => !siteSpaces.some((one) => one.id === id))
  if (missing !== undefined) throw notFound('site space', missing)
  return siteSpaces.filter(
    (one) => ids.includes(one.id) || (scope.mode === 'default' && isDefaultSiteSpace(structure, one)),
  )
}

function presentResult(
  { urls }: Context,
  visit: BaseVisit,
  pages: readonly SearchMatch[],
  searchQuery: string,
): SiteSearchResult {
  const siteSpace = pages[0]?.view.siteSpace
  return {
    id: siteSpace?.spaceId ?? '',
    siteSpace: siteSpace?.id ?? '',
    title: siteSpace?.title ?? '',
    pages: pages.map(({ view, node, href, sections }) => {
      const { id, title, description } = node.entry
      const path = node.path ?? ''
      const app = pageUrl(urls, view.siteSpace.spaceId, id)
      const ancestors = ancestorsOf(view, node)
      return {
        id,
        title,
        path,
        ...(description === undefined ? {} : { description }),
        ...(ancestors.length === 0
          ? {}
          : { ancestors: ancestors.map((one) => ({ title: one.entry.title })) }),
        sections: sections.map(({ ordinal, anchor, title: heading, text }) => {
          const at = anchor === null ? '' : `#${anchor}`
          return {
            id: `${id}${at}`,
            title: ordinal === 0 ? '' : heading,
            path: path + at,
            body: excerptOf(text, searchQuery),
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
