import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { SiteStructure } from '#contract/site-structure.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { bringBack } from './bringing-back.ts'
import type { Change } from './change.ts'
import { namedOrCounted, type Part } from './parts.ts'
import type { Desk } from './use-desk.ts'

/** Puts what was removed back. */
export function useBringBack({ place }: Desk) {
  type Back = { before: SiteStructure; parts: readonly Part[] }
  const { mutateAsync } = useMutation<void, Error, Back>({
    mutationKey: ['siteStructure', 'bring-back'],
    scope: { id: `siteStructure ${place.siteId}` },
    meta: { resource: 'siteStructure', shown: 'in-form' },
    mutationFn: ({ before, parts }) => bringBack(place, before, parts),
  })
  return async (
    before: SiteStructure,
    leaving: readonly Part[],
    ending: Promise<{ done: readonly Change[] }>,
  ) => {
    const { done } = await ending
    const parts = leaving.filter(({ id }) => done.some((change) => change.id === id))
    try {
      await mutateAsync({ before, parts })
      toast.done(`Brought back ${namedOrCounted(parts)}`, { icon: RotateCcw })
    } catch (error) {
      toast.refused(`${namedOrCounted(parts)} did not come back`, { reason: reasonOf(error) })
    }
  }
}
