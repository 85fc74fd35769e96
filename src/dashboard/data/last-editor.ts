import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { q } from './api.ts'

/**
 * Who last edited a page of a space, read now, for messages about their change. Undefined while loading, and for edits
 * without a person, such as imports.
 */
export function useLastEditor(spaceId: string, pageId: string | undefined) {
  const { data, isFetching } = useQuery({
    ...q(api.pageActivity.get, { params: { spaceId, pageId: pageId ?? '' } }),
    enabled: pageId !== undefined,
    refetchOnMount: 'always',
  })
  if (isFetching || data?.editedBy === undefined) return undefined
  return { id: data.editedBy.id, name: data.editedBy.displayName, at: data.editedAt }
}
