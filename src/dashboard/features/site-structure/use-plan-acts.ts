import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { SitePlan } from '#contract/site-plans.ts'
import { confirm } from '../../components/confirm-store.ts'
import { isRefusal, useApi } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { counted } from '../../lib/words.ts'
import { changeInWords } from './change-words.tsx'
import type { SitePlace } from './parts.ts'
import { planQuery } from './plan-query.ts'
import { useRestoring } from './use-restoring.ts'

/** What is done with the plan as a whole. */
export function usePlanActs(place: SitePlace) {
  const client = useQueryClient()
  const params = { organizationId: place.organizationId, siteId: place.siteId }
  const { queryKey } = planQuery(place)
  const restore = useRestoring(place)
  const again = () => client.invalidateQueries({ queryKey })
  const takingBack = useApi(api.sitePlans.takeBack, {
    meta: { refused: 'The change stays in the plan' },
    onSuccess: (plan) => client.setQueryData(queryKey, plan),
    onError: again,
  })
  const discarding = useApi(api.sitePlans.discard, { meta: { refused: 'The plan stays' }, onSettled: again })
  const publishing = useApi(api.sitePlans.publish, { meta: { shown: 'in-form' } })
  const [redirect, setRedirect] = useState(true)

  return {
    isPublishing: publishing.isPending,
    /** Whether the old addresses are to lead to the new ones, whichever way the plan is published. */
    redirect,
    setRedirect,
    takeBack: ({ version, steps }: SitePlan, stepId: string) => {
      // Shown as gone at once; what follows from it is answered in a moment.
      client.setQueryData(
        queryKey,
        (plan) => plan && { ...plan, steps: steps.filter(({ id }) => id !== stepId) },
      )
      takingBack.mutate({ params: { ...params, stepId }, ifMatch: version })
    },
    discard: async ({ version, steps }: SitePlan) => {
      const named = steps.slice(0, 3).flatMap(({ changes: [first] }) => (first ? [changeInWords(first)] : []))
      const isSure = await confirm({
        title: `Discard ${counted(steps.length, 'planned change')}?`,
        description: `${named.join(', ')}${steps.length > named.length ? ' and more' : ''}. The site stays as visitors see it now.`,
        act: `Discard ${counted(steps.length, 'change')}`,
        danger: true,
      })
      if (isSure) discarding.mutate({ params, ifMatch: version })
    },
    publish: (plan: SitePlan) => {
      if (publishing.isPending || !plan.publishable) return
      const { version, live, steps } = plan
      publishing.mutate(
        { params, body: { redirect, live: live.fingerprint }, ifMatch: version },
        {
          onSuccess: async ({ entry }) => {
            await again()
            toast.undoable(`Published ${counted(steps.length, 'change')}`, () => void restore.before(entry))
          },
          onError: (error) => {
            void again()
            const reason = isRefusal(error, 412)
              ? 'The plan or the site changed meanwhile. What is shown now is how it is; look at it again.'
              : reasonOf(error)
            toast.refused('Nothing was published', { reason })
          },
        },
      )
    },
  }
}

export type PlanActs = ReturnType<typeof usePlanActs>
