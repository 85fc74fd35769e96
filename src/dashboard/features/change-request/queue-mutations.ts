import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { useApi } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { quotedSubject } from '../../lib/change-request-labels.ts'
import { paramsOf, type RequestRef, requestQuery } from './queries.ts'

/** Puts the request into the merge queue of its space, or takes it out. */
export function useMergeQueue(at: RequestRef, request: ChangeRequest) {
  const client = useQueryClient()
  const query = requestQuery(at)
  const name = quotedSubject(request)
  const params = paramsOf(at)
  const adding = useApi(api.changeRequests.queueMerge, {
    meta: { refused: `Couldn’t queue ${name}` },
    onSuccess: (queued) => client.setQueryData(query.queryKey, queued),
  })
  const removing = useApi(api.changeRequests.cancelMerge, {
    ...optimistic(query, ({ queued: _, ...now }) => now),
    meta: { refused: `Couldn’t cancel the merge of ${name}` },
  })
  return {
    isPending: adding.isPending || removing.isPending,
    add: () =>
      adding.mutate(
        { params },
        { onSuccess: () => offerUndo(`${name} merges when ready`, () => removing.mutate({ params })) },
      ),
    remove: () =>
      removing.mutate(
        { params },
        { onSuccess: () => offerUndo(`Canceled the merge of ${name}`, () => adding.mutate({ params })) },
      ),
  }
}
