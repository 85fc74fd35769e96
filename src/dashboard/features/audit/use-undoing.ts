import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type AuditEventDetail, auditActions } from '#contract/audit-events.ts'
import { type Input, nameOf, type Route } from '#contract/route.ts'
import { ask } from '../../lib/api.ts'
import { reasonOf, refresh } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { targetName } from './target-words.ts'
import type { Call } from './undo-of.ts'

const send = ({ route, input, ifMatch }: Call) =>
  ask(route, input as Input<Route>, ifMatch === undefined ? {} : { ifMatch })

/** Sends what takes an act back, one call after the other, and reads anew what that changed. */
export function useUndoing(event: AuditEventDetail) {
  const client = useQueryClient()
  const what = `“${auditActions[event.action]}” on ${words.quoted(targetName(event.target))}`
  return useMutation({
    mutationFn: async (calls: readonly Call[]) => {
      for (const call of calls) await send(call)
    },
    // What is refused is said here, with what it was about.
    meta: { shown: 'in-form' },
    onSuccess: () => void toast.done(`Took back ${what}`, { icon: Undo2 }),
    onError: (error) => void toast.refused(`${what} was not taken back`, { reason: reasonOf(error) }),
    onSettled: (_done, _error, calls) => {
      const resources = new Set(calls.map(({ route }) => nameOf(route)))
      return Promise.all([...resources, 'auditEvents'].map((name) => refresh(client, name)))
    },
  })
}
