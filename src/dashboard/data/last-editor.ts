import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { q } from './api.ts'
import type { ContentRef } from './content.ts'

/**
 * Who last edited a page of a space or change request, read now, for messages about their change. Undefined while
 * loading, and null for edits without a person, such as imports.
 */
export function useLastEditor({ spaceId, change = '' }: ContentRef, pageId: string, isNeeded = true) {
  const isRequest = change !== ''
  const live = useQuery({
    ...q(api.pageActivity.get, { params: { spaceId, pageId } }),
    enabled: isNeeded && !isRequest,
    refetchOnMount: 'always',
  })
  const requested = useQuery({
    ...q(api.pageActivity.getInChangeRequest, { params: { spaceId, changeRequestId: change, pageId } }),
    enabled: isNeeded && isRequest,
    refetchOnMount: 'always',
  })
  const { data, isFetching } = isRequest ? requested : live
  if (!isNeeded || isFetching) return undefined
  if (data?.editedBy === undefined) return null
  return { id: data.editedBy.id, name: data.editedBy.displayName, at: data.editedAt }
}
