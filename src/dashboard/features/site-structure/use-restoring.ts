import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SiteHistoryEntry } from '#contract/site-history.ts'
import { ask } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import type { SitePlace } from './parts.ts'
import { planQuery } from './plan-query.ts'

type Bringing = { readonly entryId: string; readonly redirect?: boolean; readonly live?: string }

/** Brings earlier structures of a site back. */
export function useRestoring(place: SitePlace) {
  const client = useQueryClient()
  const params = { organizationId: place.organizationId, siteId: place.siteId }
  const { mutateAsync, isPending } = useMutation<SiteHistoryEntry, Error, Bringing>({
    mutationKey: ['siteHistory', 'restore'],
    scope: { id: `siteStructure ${place.siteId}` },
    meta: { resource: 'siteHistory', shown: 'in-form' },
    mutationFn: ({ entryId, ...body }) =>
      ask(api.siteHistory.restore, { params: { ...params, historyEntryId: entryId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: planQuery(place).queryKey }),
  })
  /** The structure as it was before an entry. */
  const before = async ({ id }: SiteHistoryEntry): Promise<void> => {
    try {
      const { items } = await ask(api.siteHistory.list, { params, query: { limit: 2 } })
      const [last, previous] = items
      if (last?.id !== id || !previous) {
        toast.refused('The structure stays', {
          reason: 'It was changed again meanwhile; look into its history.',
        })
        return
      }
      await mutateAsync({ entryId: previous.id })
      toast.done('The structure is as it was before')
    } catch (error) {
      toast.refused('The structure stays', { reason: reasonOf(error) })
    }
  }
  return { isPending, restore: mutateAsync, before }
}
