import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { q } from '../../../data/api.ts'
import { useDebounced } from '../../../hooks/use-debounced.ts'
import { linkedPagesQuery, NO_USAGE, recentLinks, rememberLink } from '../link-usage.ts'
import { MAX_SPACES, pagesOfOtherSpaces } from '../other-pages.ts'
import { MIN_QUERY_LENGTH, searchPages } from '../page-completions.ts'

/** A page that a link can go to. */
export type LinkTarget = {
  readonly title: string
  readonly detail: string
  readonly address: string
  /** Called when the target is picked. */
  readonly onPick?: () => void
}

const DEBOUNCE_MS = 200

type LinkSearch = {
  readonly targets: readonly LinkTarget[]
  /** No page of the space matches, and it is not known yet whether others do. */
  readonly isSearching: boolean
}

/**
 * Pages that match a text, best match first: those of the space right away, those of other spaces when typing pauses.
 * None without a text.
 */
export function useLinkTargets(context: LinkContext, text: string | undefined): LinkSearch {
  const { index, organizationId = '', spaceId } = context
  const words = text?.trim() ?? ''
  const query = useDebounced(words, DEBOUNCE_MS)
  const isSearched = organizationId !== '' && words.length >= MIN_QUERY_LENGTH
  const { data, isPending, isPlaceholderData } = useQuery({
    ...q(api.search.organization, { params: { organizationId }, query: { query, limit: MAX_SPACES } }),
    enabled: isSearched && query.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
  })
  const { data: linkedFrom } = useQuery({ ...linkedPagesQuery(spaceId), enabled: text !== undefined })
  if (text === undefined) return { targets: [], isSearching: false }
  const usage = { linkedFrom: linkedFrom ?? NO_USAGE.linkedFrom, recent: recentLinks(context) }
  const own = searchPages(index, words, usage).map(({ id, title, path, address }) => ({
    title,
    detail: path,
    address,
    onPick: () => rememberLink(context, id),
  }))
  const isBehind = query !== words || isPlaceholderData
  // Until they are found, those of the text before that match this one, too.
  const others = pagesOfOtherSpaces(isSearched ? (data?.items ?? []) : [], spaceId).filter(
    ({ title }) => !isBehind || title.toLowerCase().includes(words.toLowerCase()),
  )
  return {
    targets: [
      ...own,
      ...others.map(({ title, space, path, address }) => ({
        title,
        detail: path === '' ? space : `${space} / ${path}`,
        address,
      })),
    ],
    isSearching: isSearched && own.length === 0 && (isBehind || isPending),
  }
}
