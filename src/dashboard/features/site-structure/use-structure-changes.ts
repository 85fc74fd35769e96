import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#contract/client.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { isRefusal } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { changed } from './editing.ts'
import { partOf, type SitePlace } from './parts.ts'
import { showStructure, structureQuery } from './structure-query.ts'

/** One change of the structure: how it looks, how it is sent, and what stands in its way. */
export type Change = {
  /** The part it is about. */
  readonly id: string
  /** The structure with it; null when it has no place there. Pure. */
  readonly apply: (structure: SiteStructure) => SiteStructure | null
  /** The structure without it again. Pure. */
  readonly revert: (structure: SiteStructure) => SiteStructure | null
  readonly send: (ifMatch: { ifMatch?: number }) => Promise<{ version: number } | undefined>
  /** Asked when somebody else was faster: why it makes no sense any more, for people; null when it still does. */
  readonly obstacle: (now: SiteStructure) => string | null
  /** First line of the message when it is refused: `“Webhooks” went back`. */
  readonly refused: string
}

/** Somebody else was faster; what is shown is already what is there. */
class Outrun extends Error {
  override readonly name = 'Outrun'
}

const mutationKey = ['siteStructure', 'change']

/**
 * Changes are shown at once and sent one after the other. One that somebody else's change came before is tried once
 * more on top of that; one that is refused is taken back, and the promise rejects after the reason was said.
 */
export function useStructureChanges(site: SitePlace) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation<unknown, Error, Change>({
    mutationKey: [...mutationKey, site.siteId],
    scope: { id: `siteStructure ${site.siteId}` },
    meta: { resource: 'siteStructure', shown: 'in-form' },
    mutationFn: (change) => sendChange(client, site, change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: structureQuery(site).queryKey })
      showStructure(client, site, change.apply)
    },
    onError: (error, change) => {
      if (!(error instanceof Outrun)) showStructure(client, site, change.revert)
      toast.refused(change.refused, { reason: error instanceof Outrun ? error.message : reasonOf(error) })
    },
  })
  return mutateAsync
}

export type MakeChange = ReturnType<typeof useStructureChanges>

async function sendChange(client: QueryClient, site: SitePlace, change: Change): Promise<void> {
  const seen = client.getQueryData(structureQuery(site).queryKey)
  try {
    await sendWith(client, site, change, seen)
  } catch (error) {
    if (!isOutrun(error)) throw error
    const now = await client.fetchQuery({ ...structureQuery(site), staleTime: 0 })
    const obstacle = change.obstacle(now)
    if (obstacle !== null || error.type !== 'stale') throw new Outrun(obstacle ?? reasonOf(error))
    for (const { apply } of onTheirWay(client, site)) showStructure(client, site, apply)
    await sendWith(client, site, change, now)
  }
}

async function sendWith(
  client: QueryClient,
  site: SitePlace,
  change: Change,
  seen: SiteStructure | undefined,
): Promise<void> {
  const version = seen && partOf(seen, change.id)?.version
  const answer = await change.send(version === undefined ? {} : { ifMatch: version })
  if (answer === undefined) return
  showStructure(client, site, (now) =>
    changed(now, change.id, (part) => ({ ...part, version: answer.version })),
  )
}

/** Refusals that another client's change explains. */
const isOutrun = (error: unknown): error is ApiError =>
  isRefusal(error) && ['stale', 'invalid_position', 'not_found'].includes(error.type)

/** Changes that are shown but not answered, this one included, in their order. */
const onTheirWay = (client: QueryClient, { siteId }: SitePlace): readonly Change[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: [...mutationKey, siteId], status: 'pending' })
    .flatMap(({ state }) => (isChange(state.variables) ? [state.variables] : []))

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'apply' in value && typeof value.apply === 'function'
