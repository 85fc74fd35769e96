import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Resolution } from '#contract/content-conflicts.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm-store.ts'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { quotedRequest } from '../../lib/request-words.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { paramsAt, type RequestAt } from './request-queries.ts'

/** Merging into the space, and taking in what the space says now. */
export function useMerging(at: RequestAt, space: Space, request: ChangeRequest) {
  const navigate = useNavigate()
  const name = quotedRequest(request)
  const into = words.quoted(space.title || words.untitled)
  const params = paramsAt(at)
  const conflicts = places.changePart(at.spaceId, at.number, 'conflicts')
  const merging = useApi(api.changeRequests.merge, {
    meta: { refused: `${name} was not merged` },
    onSuccess: ({ result }) => {
      if (result === 'merge') toast.done(`Merged ${name} into ${into}`)
      else sayConflicts(`${name} was not merged`)
    },
  })
  const taking = useApi(api.changeRequests.takeIn, {
    meta: { refused: `${name} was not updated` },
    onSuccess: async ({ result }) => {
      if (result === 'conflicts') return sayConflicts(`${name} was not updated`)
      toast.done(`Updated ${name} with what ${into} says now`)
      await navigate({ to: places.change(at.spaceId, at.number) })
    },
  })
  const sayConflicts = (first: string) =>
    void toast.refused(first, {
      reason: 'The space changed the same in other ways.',
      act: { label: 'Resolve', run: () => void navigate({ to: conflicts }) },
    })
  return {
    isMerging: merging.isPending,
    isUpdating: taking.isPending,
    merge: async () => {
      const isSure = await confirm({
        title: `Merge ${name} into ${into}?`,
        description: 'Readers of the space and of every site that shows it see the changes at once.',
        act: 'Merge change request',
      })
      if (isSure) merging.mutate({ params })
    },
    update: (resolutions?: Resolution[]) =>
      taking.mutate({ params, body: resolutions === undefined ? {} : { resolutions } }),
  }
}
