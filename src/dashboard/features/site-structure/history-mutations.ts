import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { MissingItem, SiteHistoryEntry } from '#contract/site-history.ts'
import { callApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import type { EditResult } from './edits.ts'
import { missingReasons } from './labels.tsx'
import { planQuery } from './queries.ts'
import { nameOrCount, type StructureNode } from './structure-nodes.ts'

/** Undoes a removal: restores the nodes from the history with their ids, and nothing else. */
export function useRestoreRemoved(params: SiteParams) {
  const { mutateAsync } = useMutation({
    mutationKey: ['siteHistory', 'restore-removed'],
    // Queued behind the edits of the structure, so that the removal is in the history.
    scope: { id: `siteStructure ${params.siteId}` },
    meta: { resource: 'siteHistory', shown: 'in-form' },
    mutationFn: (items: string[]) => callApi(api.siteHistory.restoreItems, { params, body: { items } }),
  })
  return async (removed: readonly StructureNode[], removal: Promise<Pick<EditResult, 'done'>>) => {
    const { done } = await removal
    const nodes = removed.filter(({ id }) => done.some((edit) => edit.id === id))
    try {
      const { missing } = await mutateAsync(nodes.map(({ id }) => id))
      reportRestored(nodes, missing)
    } catch (error) {
      toast.refused(`${nameOrCount(nodes)} did not come back`, { reason: errorMessage(error) })
    }
  }
}

function reportRestored(nodes: readonly StructureNode[], missing: readonly MissingItem[]): void {
  const [first] = missing
  const restored = nodes.filter(({ id }) => missing.every((item) => item.id !== id))
  const text = `Brought back ${nameOrCount(restored)}`
  if (first === undefined) return void toast.done(text, { icon: RotateCcw })
  const title = labels.quoted(first.title)
  const names = missing.length === 1 ? title : `${title} and ${missing.length - 1} more`
  toast.refused(`${text} without ${names}`, { reason: `${title}: ${missingReasons[first.reason]}` })
}

type RestoreInput = { readonly entryId: string; readonly redirect?: boolean; readonly live?: string }

/** Restores earlier structures of a site. */
export function useRestoreHistory(params: SiteParams) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation<SiteHistoryEntry, Error, RestoreInput>({
    mutationKey: ['siteHistory', 'restore'],
    scope: { id: `siteStructure ${params.siteId}` },
    meta: { resource: 'siteHistory', shown: 'in-form' },
    mutationFn: ({ entryId, ...body }) =>
      callApi(api.siteHistory.restore, { params: { ...params, historyEntryId: entryId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: planQuery(params).queryKey }),
  })
  /** Restores the structure as it was before an entry, as long as that is the latest one. */
  const restoreBefore = async ({ id }: SiteHistoryEntry): Promise<void> => {
    try {
      const { items } = await callApi(api.siteHistory.list, { params, query: { limit: 2 } })
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
      toast.refused('The structure stays', { reason: errorMessage(error) })
    }
  }
  return { isPending, restore: mutateAsync, restoreBefore }
}
