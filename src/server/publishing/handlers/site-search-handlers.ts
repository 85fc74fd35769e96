import type { Output, ParsedInput } from '#contract/route.ts'
import { type SiteSearchResult, type SiteSearchScope, search } from '#contract/search.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/shared/paging.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, listResponse, pageFromRows } from '../../db/page.ts'
import { pageUrl } from '../../domain/revision-content/present.ts'
import { isDefaultSiteSpace, type SiteSpaceRow } from '../../domain/sites/structure/structure.ts'
import { invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { excerptOf } from '../../search/excerpt.ts'
import { ancestorsOf } from '../page.ts'
import { type SearchMatch, searchVisit } from '../search-pages.ts'
import { type BaseVisit, canonicalOf } from '../visit.ts'
import { visitAsVisitor } from './visit-as-visitor.ts'

type SearchInput = ParsedInput<typeof search.site>

export const siteSearchHandlers = handle(search, {
  site: searchSite,
  async prewarm(ctx, { params }) {
    await visitAsVisitor(ctx, params, undefined)
    return undefined
  },
})

/** Searches a site as one of its visitors does; pages are grouped by space. */
async function searchSite(
  ctx: Context,
  { params, query, body }: SearchInput,
): Promise<Output<typeof search.site>> {
  const visit = await visitAsVisitor(ctx, params, body.claims)
  const { query: correctedQuery, pages } = await searchVisit(
    visit,
    body.query,
    spacesInScope(visit, scopeOf(body)),
  )
  const bySpace = new Map<string, RankedMatch[]>()
  let position = 0
  for (const page of pages) {
    const { id } = page.view.siteSpace
    position += 1
    bySpace.set(id, [...(bySpace.get(id) ?? []), { ...page, position }])
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

/** A match with its position among all results. */
type RankedMatch = SearchMatch & { readonly position: number }

/** The scope of a search, also in the form that clients sent earlier. @throws {DomainError} `validation` */
function scopeOf({ scope, mode, siteSpaceIds, siteSpaceId }: SearchInput['body']): SiteSearchScope {
  if (scope !== undefined) return scope
  if (mode === 'all') return { mode }
  if (siteSpaceId !== undefined) return { mode: 'default', includedSiteSpaces: [siteSpaceId] }
  if (siteSpaceIds !== undefined && siteSpaceIds.length > 0) return { mode: 'specific', siteSpaceIds }
  if (mode === undefined || mode === 'default') return { mode: 'default' }
  const field = mode === 'current' ? 'siteSpaceId' : 'siteSpaceIds'
  throw invalid([{ path: ['body', field], message: `Add the site space to search with the mode ${mode}` }])
}

/** The spaces in the scope of a search. @throws {DomainError} `not_found` for one that the visitor does not see. */
function spacesInScope({ state }: BaseVisit, scope: SiteSearchScope): readonly SiteSpaceRow[] {
  const { structure } = state.shape
  const { siteSpaces } = structure
  if (scope.mode === 'all') return siteSpaces
  const { currentSiteSpace: current, restrictTo } =
    scope.mode === 'default' ? scope : { currentSiteSpace: undefined, restrictTo: undefined }
  const ids =
    scope.mode === 'specific'
      ? scope.siteSpaceIds
      : [...(scope.includedSiteSpaces ?? []), ...(current === undefined ? [] : [current])]
  const missing = ids.find((id) => !siteSpaces.some((one) => one.id === id))
  if (missing !== undefined) throw notFound('site space', missing)
  const isWithin = (one: SiteSpaceRow) =>
    ids.includes(one.id) || (scope.mode === 'default' && isDefaultSiteSpace(structure, one))
  return siteSpaces.filter((one) => {
    if (restrictTo === undefined) return isWithin(one)
    return restrictTo === 'currentSiteSpace' ? one.id === current : isWithin(one) && one.id !== current
  })
}

function presentResult(
  { urls }: Context,
  visit: BaseVisit,
  pages: readonly RankedMatch[],
  searchQuery: string,
): SiteSearchResult {
  const siteSpace = pages[0]?.view.siteSpace
  return {
    type: 'space',
    id: siteSpace?.spaceId ?? '',
    siteSpace: siteSpace?.id ?? '',
    title: siteSpace?.title ?? '',
    score: pages[0]?.rank ?? 0,
    pages: pages.map(({ view, node, href, sections, rank, position }) => {
      const { id, title, description } = node.entry
      const path = node.path ?? ''
      const app = pageUrl(urls, view.siteSpace.spaceId, id)
      const ancestors = ancestorsOf(view, node)
      return {
        id,
        title,
        path,
        ...(description === undefined ? {} : { description }),
        ancestors: ancestors.map((one) => ({ title: one.entry.title })),
        score: rank,
        rank: position,
        sections: sections.map(({ ordinal, anchor, title: heading, text }) => {
          const at = anchor === null ? '' : `#${anchor}`
          return {
            id: `${id}${at}`,
            title: ordinal === 0 ? '' : heading,
            path: path + at,
            body: excerptOf(text, searchQuery),
            score: rank,
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
