import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { MissingItem } from '#contract/site-history.ts'
import { ask } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import type { Change } from './change.ts'
import { whyMissing } from './missing-words.ts'
import { namedOrCounted, type Part } from './parts.ts'
import type { Desk } from './use-desk.ts'

/** Puts what was removed back, as the history has it: with its ids, and nothing else. */
export function useBringBack({ place: { organizationId, siteId } }: Desk) {
  const params = { organizationId, siteId }
  const { mutateAsync } = useMutation({
    mutationKey: ['siteHistory', 'bring-back'],
    // Behind what is still on its way to the structure.
    scope: { id: `siteStructure ${siteId}` },
    meta: { resource: 'siteHistory', shown: 'in-form' },
    mutationFn: (items: string[]) => ask(api.siteHistory.bringBack, { params, body: { items } }),
  })
  return async (leaving: readonly Part[], ending: Promise<{ done: readonly Change[] }>) => {
    const { done } = await ending
    const parts = leaving.filter(({ id }) => done.some((change) => change.id === id))
    try {
      const { missing } = await mutateAsync(parts.map(({ id }) => id))
      say(parts, missing)
    } catch (error) {
      toast.refused(`${namedOrCounted(parts)} did not come back`, { reason: reasonOf(error) })
    }
  }
}

function say(parts: readonly Part[], missing: readonly MissingItem[]): void {
  const [first] = missing
  const back = parts.filter(({ id }) => missing.every((one) => one.id !== id))
  const text = `Brought back ${namedOrCounted(back)}`
  if (first === undefined) return void toast.done(text, { icon: RotateCcw })
  const title = words.quoted(first.title)
  const rest = missing.length === 1 ? title : `${title} and ${missing.length - 1} more`
  toast.refused(`${text} without ${rest}`, { reason: `${title}: ${whyMissing[first.reason]}` })
}
