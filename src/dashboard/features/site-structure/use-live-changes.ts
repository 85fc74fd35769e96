import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#contract/client.ts'
import type { PlanAct } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { isRefusal } from '../../lib/api.ts'
import { AllRefused, type Change, type MakeChanges, type Outcome, Outrun, withAll } from './change.ts'
import { changed, replaced } from './editing.ts'
import { type Part, partOf, type SitePlace } from './parts.ts'
import { sayRefusals } from './refusals.ts'
import { sendAct } from './send-act.ts'
import { showStructure, structureQuery } from './structure-query.ts'

/** Several changes on their way, and those of them that are answered. */
type Batch = { readonly changes: readonly Change[]; readonly answered: Set<Change> }

const mutationKey = ['siteStructure', 'change']

/**
 * Changes are shown at once and sent one after the other. One that somebody else's change came before is tried once
 * more on top of that; one that is refused is taken back, and the reason is said.
 */
export function useLiveChanges(site: SitePlace): MakeChanges {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<Outcome, Error, Batch>({
    mutationKey: [...mutationKey, site.siteId],
    scope: { id: `siteStructure ${site.siteId}` },
    meta: { resource: 'siteStructure', shown: 'in-form' },
    onMutate: async ({ changes }) => {
      await client.cancelQueries({ queryKey: structureQuery(site).queryKey })
      showStructure(client, site, (now) => withAll(now, changes))
    },
    mutationFn: (batch) => sendBatch(client, site, batch),
  })
  return (changes) => mutateAsync({ changes, answered: new Set() })
}

async function sendBatch(client: QueryClient, site: SitePlace, batch: Batch): Promise<Outcome> {
  const done: Change[] = []
  const madeIds = new Map<Change, string>()
  const refused: { change: Change; error: unknown }[] = []
  for (const change of batch.changes) {
    try {
      const madeId = await sendChange(client, site, change)
      if (madeId !== undefined) madeIds.set(change, madeId)
      done.push(change)
    } catch (error) {
      if (!(error instanceof Outrun)) showStructure(client, site, change.revert)
      refused.push({ change, error })
    }
    batch.answered.add(change)
  }
  sayRefusals(refused)
  if (done.length === 0 && refused.length > 0) throw new AllRefused()
  return { done, madeIds }
}

/** Answers the id of what was added. */
async function sendChange(client: QueryClient, site: SitePlace, change: Change): Promise<string | undefined> {
  const seen = client.getQueryData(structureQuery(site).queryKey)
  try {
    return await sendWith(client, site, change, seen)
  } catch (error) {
    if (change.isDoneWhenGone && isRefusal(error, 404)) return undefined
    if (!isOutrun(error)) throw error
    const now = await client.fetchQuery({ ...structureQuery(site), staleTime: 0 })
    const obstacle = change.obstacle(now)
    if (obstacle !== null || error.type !== 'stale') throw new Outrun(obstacle ?? error.message)
    showStructure(client, site, (structure) => withAll(structure, onTheirWay(client, site)))
    return await sendWith(client, site, change, now)
  }
}

async function sendWith(
  client: QueryClient,
  site: SitePlace,
  change: Change,
  seen: SiteStructure | undefined,
): Promise<string | undefined> {
  const version = seen && versionFor(change.act, seen)
  const answer = await sendAct(site, change.act, version === undefined ? {} : { ifMatch: version })
  if (answer === undefined) return undefined
  if (partOf(seen ?? nothing, answer.id) !== undefined) {
    showStructure(client, site, (now) => withVersion(now, answer))
    return undefined
  }
  showStructure(client, site, (now) => replaced(now, change.id, answer))
  if (change.next) {
    const placed = await sendAct(site, change.next(answer.id), {})
    if (placed) showStructure(client, site, (now) => withVersion(now, placed))
  }
  return answer.id
}

const nothing: SiteStructure = { type: 'siteSpaces', structure: [] }

const withVersion = (structure: SiteStructure, { id, version }: Part): SiteStructure =>
  changed(structure, id, (part) => ({ ...part, version }))

/** `If-Match` is about the part that an act names; a default is a matter of the part around it. */
function versionFor(act: PlanAct, seen: SiteStructure): number | undefined {
  if (act.type === 'move') return partOf(seen, act.item.id)?.version
  if (!('id' in act) || ('defaultSiteSpace' in act && act.defaultSiteSpace !== undefined)) return undefined
  return partOf(seen, act.id)?.version
}

/** Refusals that another client's change explains. */
const isOutrun = (error: unknown): error is ApiError =>
  isRefusal(error) && ['stale', 'invalid_position', 'not_found'].includes(error.type)

/** Changes that are shown but not answered, in their order. */
const onTheirWay = (client: QueryClient, { siteId }: SitePlace): readonly Change[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: [...mutationKey, siteId], status: 'pending' })
    .flatMap(({ state }) => (isBatch(state.variables) ? [state.variables] : []))
    .flatMap(({ changes, answered }) => changes.filter((change) => !answered.has(change)))

const isBatch = (value: unknown): value is Batch =>
  typeof value === 'object' && value !== null && 'answered' in value && value.answered instanceof Set
