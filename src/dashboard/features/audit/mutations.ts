import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type AuditEventDetail, auditActions } from '#contract/audit-events.ts'
import { type Input, type Route, resourceNameOf } from '#contract/route.ts'
import { callApi } from '../../data/api.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { targetName } from './labels.ts'
import type { Call } from './undo.ts'

const send = ({ route, input, ifMatch }: Call) =>
  callApi(route, input as Input<Route>, ifMatch === undefined ? {} : { ifMatch })

/** Sends the calls that undo an event in order, then refetches what they changed. */
export function useUndoEvent(event: AuditEventDetail) {
  const client = useQueryClient()
  const what = `“${auditActions[event.action]}” on ${labels.quoted(targetName(event.target))}`
  return useMutation({
    mutationFn: async (calls: readonly Call[]) => {
      for (const call of calls) await send(call)
    },
    // The toast below names the event, so the general error toast is off.
    meta: { shown: 'in-form' },
    onSuccess: () => void toast.done(`Undid ${what}`, { icon: Undo2 }),
    onError: (error) => void toast.refused(`Couldn’t undo ${what}`, { reason: errorMessage(error) }),
    onSettled: (_done, _error, calls) => {
      const resources = new Set(calls.map(({ route }) => resourceNameOf(route)))
      return Promise.all([...resources, 'auditEvents'].map((name) => invalidateResource(client, name)))
    },
  })
}
