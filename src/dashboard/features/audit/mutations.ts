import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type AuditEventDetail, auditActions } from '#contract/audit-events.ts'
import { type Input, type Route, resourceNameOf } from '#contract/route.ts'
import { callApi } from '#dashboard/data/api.ts'
import { errorMessage, invalidateResource } from '#dashboard/data/query-client.ts'
import { labels } from '#dashboard/lib/labels.ts'
import { toast } from '#dashboard/lib/toast.ts'
import { targetName } from './labels.ts'
import type { Call } from './undo.ts'

const send = ({ route, input, ifMatch }: Call) =>
  callApi(route, input as Input<Route>, ifMatch === undefined ? {} : { ifMatch })

/** Sends what takes an act back, one call after the other, and reads anew what that changed. */
export function useUndoing(event: AuditEventDetail) {
  const client = useQueryClient()
  const what = `“${auditActions[event.action]}” on ${labels.quoted(targetName(event.target))}`
  return useMutation({
    mutationFn: async (calls: readonly Call[]) => {
      for (const call of calls) await send(call)
    },
    // What is refused is said here, with what it was about.
    meta: { shown: 'in-form' },
    onSuccess: () => void toast.done(`Took back ${what}`, { icon: Undo2 }),
    onError: (error) => void toast.refused(`${what} was not taken back`, { reason: errorMessage(error) }),
    onSettled: (_done, _error, calls) => {
      const resources = new Set(calls.map(({ route }) => resourceNameOf(route)))
      return Promise.all([...resources, 'auditEvents'].map((name) => invalidateResource(client, name)))
    },
  })
}
