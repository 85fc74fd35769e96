import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Resolution } from '#contract/content-conflicts.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { quotedSubject } from '../../lib/change-request-labels.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { paramsOf, type RequestRef, requestQuery } from './queries.ts'

/** Merges the request, or updates it from the space. */
export function useMerge(at: RequestRef, space: Space, request: ChangeRequest) {
  const navigate = useNavigate()
  const name = quotedSubject(request)
  const target = labels.quoted(space.title || labels.untitled)
  const params = paramsOf(at)
  const conflicts = paths.changePart(at.spaceId, at.number, 'conflicts')
  const merging = useApi(api.changeRequests.merge, {
    meta: { refused: `Couldn’t merge ${name}` },
    onSuccess: ({ result }) => {
      if (result === 'merge') toast.done(`Merged ${name} into ${target}`)
      else notifyConflicts(`Couldn’t merge ${name}`)
    },
  })
  const updating = useApi(api.changeRequests.updateFromSpace, {
    meta: { refused: `Couldn’t update ${name}` },
    onSuccess: async ({ result }) => {
      if (result === 'conflicts') return notifyConflicts(`Couldn’t update ${name}`)
      toast.done(`Updated ${name} from ${target}`)
      await navigate({ to: paths.change(at.spaceId, at.number) })
    },
  })
  const notifyConflicts = (first: string) =>
    void toast.refused(first, {
      reason: 'It conflicts with changes in the space.',
      action: { label: 'Resolve', run: () => void navigate({ to: conflicts }) },
    })
  return {
    isMerging: merging.isPending,
    isUpdating: updating.isPending,
    merge: async () => {
      const isSure = await confirm({
        title: `Merge ${name} into ${target}?`,
        description: 'Readers of the space, and of every site that shows it, see the changes right away.',
        action: 'Merge change request',
      })
      if (isSure) merging.mutate({ params })
    },
    update: (resolutions?: Resolution[]) =>
      updating.mutate({ params, body: resolutions === undefined ? {} : { resolutions } }),
  }
}

/** Creates a change request that undoes the merged one, and opens it. */
export function useRevert(at: RequestRef, request: ChangeRequest) {
  const navigate = useNavigate()
  const reverting = useApi(api.changeRequests.revert, {
    meta: { refused: `Couldn’t revert ${quotedSubject(request)}` },
    onSuccess: async (created) => {
      const name = quotedSubject(created)
      // It starts outdated only if later edits conflict with it.
      if (created.outdated) toast.done(`Created ${name}. It conflicts with later edits`)
      else toast.done(`Created ${name} as a draft`)
      await navigate({
        to: created.outdated
          ? paths.changePart(at.spaceId, created.number, 'conflicts')
          : paths.change(at.spaceId, created.number),
      })
    },
  })
  return {
    isReverting: reverting.isPending,
    revert: () => {
      if (!reverting.isPending) reverting.mutate({ params: paramsOf(at) })
    },
  }
}

/** Changes the subject and status of a request. */
export function useRequestActions(at: RequestRef, request: ChangeRequest) {
  const client = useQueryClient()
  const query = requestQuery(at)
  const name = quotedSubject(request)
  const updating = useApi(api.changeRequests.update, {
    ...optimistic(query, (now, { body }) => ({
      ...now,
      subject: body?.subject ?? now.subject,
      description: body?.description ?? now.description,
      status: body?.status ?? now.status,
    })),
    meta: { refused: `Couldn’t save ${name}` },
    onSuccess: (saved) => client.setQueryData(query.queryKey, saved),
  })
  const update = (body: {
    subject?: string
    description?: { markdown: string }
    status?: 'draft' | 'open' | 'archived'
  }) =>
    updating.mutateAsync({
      params: { spaceId: at.spaceId, changeRequestId: request.id },
      body,
      // Read when the request is sent: the version on screen may be older than the last write.
      ifMatch: client.getQueryData(query.queryKey)?.version ?? request.version,
    })
  const setStatus = async (status: 'draft' | 'open' | 'archived', message: string) => {
    const before = request.status
    try {
      await update({ status })
      offerUndo(message, () => {
        if (before !== 'merged') void update({ status: before }).catch(() => undefined)
      })
    } catch {
      // The mutation cache has already shown the error.
    }
  }
  return {
    rename: (subject: string) => void update({ subject }).catch(() => undefined),
    describe: (markdown: string) => update({ description: { markdown } }),
    open: () => setStatus('open', `Opened ${name} for review`),
    draft: () => setStatus('draft', `Moved ${name} back to draft`),
    archive: async () => {
      const isSure = await confirm({
        title: `Archive ${name}?`,
        description: 'Its edits are saved, and you can reopen it later. The space doesn’t change.',
        action: 'Archive change request',
      })
      if (isSure) await setStatus('archived', `Archived ${name}`)
    },
  }
}
