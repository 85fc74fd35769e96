import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import { q } from '../../../data/api.ts'
import { useDebounced } from '../../../hooks/use-debounced.ts'

type Icon = Output<typeof api.icons.search>['icons'][number]

const DEBOUNCE_MS = 120
const MAX_QUERY_LENGTH = 50
const none: readonly Icon[] = []

/** Icons whose names contain a text, once typing pauses; none without a text. */
export function useIconSearch(text: string | undefined): readonly Icon[] {
  const query = useDebounced(text?.trim().slice(0, MAX_QUERY_LENGTH) ?? '', DEBOUNCE_MS)
  const { data } = useQuery({
    ...q(api.icons.search, { query: { query } }),
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  return text === undefined || text.trim() === '' ? none : (data?.icons ?? none)
}
