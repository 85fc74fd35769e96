import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlanAct } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { AllRefused, type Change, type MakeChanges, type Outcome, withAll } from './change.ts'
import type { SitePlace } from './parts.ts'
import { addActs } from './plan-acts.ts'
import { planQuery, showPlanned } from './plan-query.ts'
import { sayRefusals } from './refusals.ts'

type Batch = { readonly changes: readonly Change[] }

const mutationKey = ['sitePlans', 'change']
const mostAtOnce = 100

/** As `useLiveChanges`, but into the plan: shown at once in what is planned, and part of it when the service says so. */
export function usePlanChanges(site: SitePlace): MakeChanges {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<Outcome, Error, Batch>({
    mutationKey: [...mutationKey, site.siteId],
    scope: { id: `sitePlan ${site.siteId}` },
    meta: { shown: 'in-form' },
    onMutate: async ({ changes }) => {
      await client.cancelQueries({ queryKey: planQuery(site).queryKey })
      showPlanned(client, site, (structure) => withAll(structure, changes))
    },
    mutationFn: ({ changes }) => planChanges(client, site, changes),
    onError: () => client.invalidateQueries({ queryKey: planQuery(site).queryKey }),
  })
  return (changes) => mutateAsync({ changes })
}

async function planChanges(
  client: QueryClient,
  site: SitePlace,
  changes: readonly Change[],
): Promise<Outcome> {
  const madeIds = new Map<Change, string>()
  try {
    for (let at = 0; at < changes.length; at += mostAtOnce) {
      const some = changes.slice(at, at + mostAtOnce)
      const waiting = () => onTheirWay(client, site)
      const asked = { client, site, waiting, obstacle: firstObstacle(some) }
      const made = await addActs(
        asked,
        some.map(({ act }) => act),
      )
      const adding = some.filter((change) => change.act.type.startsWith('add-'))
      adding.forEach((change, index) => {
        const id = made[index]
        if (id !== undefined) madeIds.set(change, id)
      })
      const following = adding.flatMap((change): PlanAct[] => {
        const id = madeIds.get(change)
        return id !== undefined && change.next ? [change.next(id)] : []
      })
      if (following.length > 0) await addActs(asked, following)
    }
    return { done: changes, madeIds }
  } catch (error) {
    sayRefusals(changes.map((change) => ({ change, error })))
    throw new AllRefused()
  }
}

/** Changes of the batches that have not begun: only the one that is sent is no longer waiting. */
const onTheirWay = (client: QueryClient, { siteId }: SitePlace): readonly Change[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: [...mutationKey, siteId], status: 'pending' })
    .filter(({ state }) => state.isPaused)
    .flatMap(({ state }) => {
      const batch = state.variables as Batch | undefined
      return batch ? [...batch.changes] : []
    })

const firstObstacle =
  (changes: readonly Change[]) =>
  (now: SiteStructure): string | null =>
    changes.map((change) => change.obstacle(now)).find((one) => one !== null) ?? null
