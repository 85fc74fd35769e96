import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlanAct } from '#contract/site-plans.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { addActs } from './plan-acts.ts'
import { sendAct } from './send-act.ts'
import type { Desk } from './use-desk.ts'

type Given = {
  readonly act: PlanAct
  /** The version of the part that the form shows; the plan has one of its own. */
  readonly ifMatch?: number
  /** What follows once the part is made, and what is said when only that is refused. */
  readonly next?: (madeId: string) => PlanAct
  readonly nextRefused?: string
}

/** One act of a form: done at once, or planned. Refusals are the form's to show. */
export function useAct({ place, isPlan }: Desk, onDone: () => void) {
  const client = useQueryClient()
  return useMutation<void, Error, Given>({
    mutationKey: ['siteStructure', 'act'],
    scope: { id: `${isPlan ? 'sitePlan' : 'siteStructure'} ${place.siteId}` },
    meta: { resource: isPlan ? 'sitePlans' : 'siteStructure', shown: 'in-form' },
    mutationFn: async ({ act, ifMatch, next, nextRefused }) => {
      const send = async (one: PlanAct) => {
        if (isPlan) return (await addActs({ client, site: place, obstacle: () => null }, [one]))[0]
        return (await sendAct(place, one, ifMatch === undefined ? {} : { ifMatch }))?.id
      }
      const madeId = await send(act)
      if (madeId === undefined || !next) return
      await send(next(madeId)).catch((error: unknown) =>
        toast.refused(nextRefused ?? '', { reason: reasonOf(error) }),
      )
    },
    onSuccess: onDone,
  })
}
