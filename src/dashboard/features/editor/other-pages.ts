import { api } from '#contract/api.ts'
import type { SpaceSearchResult } from '#contract/search.ts'
import { callApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'

/** A page of another space, as a link target. */
export type PageOfOtherSpace = {
  readonly title: string
  /** Titles of the ancestors; empty at the root. */
  readonly path: string
  /** Title of its space. */
  readonly space: string
  /** Its URL in the dashboard, which names space and page by id. Sites replace it with their own. */
  readonly address: string
}

export const MAX_SPACES = 6
const MAX_PAGES = 20

type Searcher = { readonly organizationId?: string; readonly spaceId: string }

/** Searches the spaces that the user can view, except the one being edited. */
export async function searchOtherPages(
  { organizationId, spaceId }: Searcher,
  query: string,
  signal: AbortSignal,
): Promise<readonly PageOfOtherSpace[]> {
  if (organizationId === undefined) return []
  const input = { params: { organizationId }, query: { query, limit: MAX_SPACES } }
  const { items } = await callApi(api.search.organization, input, { signal })
  return pagesOfOtherSpaces(items, spaceId)
}

/** The pages in results of a search, best match first within each space, without those of `spaceId`. */
export const pagesOfOtherSpaces = (
  results: readonly SpaceSearchResult[],
  spaceId: string,
): PageOfOtherSpace[] =>
  results
    .filter(({ id }) => id !== spaceId)
    .flatMap(({ title: space, pages }) =>
      pages.flatMap(({ title, ancestors = [], urls }) =>
        urls.app === undefined
          ? []
          : [
              {
                title: title || labels.untitled,
                path: ancestors.map((one) => one.title || labels.untitled).join(' / '),
                space: space || labels.untitled,
                address: urls.app,
              },
            ],
      ),
    )
    .slice(0, MAX_PAGES)
