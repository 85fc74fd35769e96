import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import { q } from '../../../data/api.ts'
import { useDebounced } from '../../../hooks/use-debounced.ts'

type Icon = Output<typeof api.icons.search>['icons'][number]

const DEBOUNCE_MS = 120
const MAX_QUERY_LENGTH = 50
const none: readonly Icon[] = []

/** Icons whose names contain a text, once typing pauses; none without a text. Until then, those of the text before that contain it, too. */
export function useIconSearch(text: string | undefined): {
  readonly icons: readonly Icon[]
  readonly isSearching: boolean
} {
  const words = text?.trim().slice(0, MAX_QUERY_LENGTH) ?? ''
  const query = useDebounced(words, DEBOUNCE_MS)
  const { data, isPending, isPlaceholderData } = useQuery({
    ...q(api.icons.search, { query: { query } }),
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  if (words === '') return { icons: none, isSearching: false }
  const isBehind = query !== words || isPlaceholderData
  const icons = data?.icons ?? none
  return {
    icons: isBehind ? icons.filter(({ name }) => name.includes(words.toLowerCase())) : icons,
    isSearching: isBehind || isPending,
  }
}
