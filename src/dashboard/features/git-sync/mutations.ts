import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '#contract/api.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { gitSyncQuery } from '../../data/git-sync.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { repositoryName } from './labels.ts'

/** Shows a sync as a response contains it. */
export const showSync = (client: QueryClient, sync: SpaceGitSync) =>
  client.setQueryData(gitSyncQuery(sync.space).queryKey, sync)

/** Starts, pauses, resumes and ends the sync of a space. */
export function useGitSyncActions(space: Space) {
  const client = useQueryClient()
  const params = { spaceId: space.id }
  const onSuccess = (sync: SpaceGitSync) => void showSync(client, sync)
  const running = useApi(api.spaceGitSyncs.run, { meta: { refused: 'Couldn’t start the sync' }, onSuccess })
  const updating = useApi(api.spaceGitSyncs.update, {
    meta: { refused: 'Couldn’t change the sync' },
    onSuccess,
  })
  const disconnecting = useApi(api.spaceGitSyncs.delete, {
    meta: { refused: 'Couldn’t disconnect the repository' },
  })

  const setPaused = ({ version }: SpaceGitSync, paused: boolean) =>
    updating.mutate(
      { params, body: { paused }, ifMatch: version },
      {
        onSuccess: (saved) =>
          offerUndo(paused ? 'Paused the sync' : 'Resumed the sync', () =>
            updating.mutate({ params, body: { paused: !paused }, ifMatch: saved.version }),
          ),
      },
    )
  const start = ({ version }: SpaceGitSync) =>
    updating.mutate({ params, body: { paused: false }, ifMatch: version })
  const trustNewHostKey = async ({ version, url }: SpaceGitSync) => {
    const isSure = await confirm({
      title: `Trust the new key of ${repositoryName(url)}?`,
      description:
        'Only do this if the server announced a new key. Otherwise someone may be impersonating it. Lectern stores the key that it shows next.',
      action: 'Trust new key',
    })
    if (isSure) updating.mutate({ params, body: { trustNewHostKey: true }, ifMatch: version })
  }
  const disconnect = async ({ version, url }: SpaceGitSync) => {
    const name = labels.quoted(repositoryName(url))
    const isSure = await confirm({
      title: `Disconnect ${name}?`,
      description: `The pages of ${labels.quoted(space.title || labels.untitled)}, its change requests and the files of the repository stay as they are. The credentials, the webhook and the list of syncs are deleted.`,
      action: 'Disconnect repository',
      danger: true,
    })
    if (!isSure) return
    try {
      await disconnecting.mutateAsync({ params, ifMatch: version })
    } catch {
      // The toast of the failed write says why.
      return
    }
    client.setQueryData(gitSyncQuery(space.id).queryKey, null)
    toast.done(`Disconnected ${name}`)
  }
  return {
    run: (onStarted: (sync: SpaceGitSync) => void) => running.mutate({ params }, { onSuccess: onStarted }),
    setPaused,
    start,
    trustNewHostKey,
    disconnect,
    isBusy: running.isPending || updating.isPending || disconnecting.isPending,
  }
}

/** Refetches what a sync may have changed when it ends, also if no change event arrives. */
export function useFinishedSync(spaceId: string, isActive: boolean): void {
  const client = useQueryClient()
  const wasActive = useRef(isActive)
  useEffect(() => {
    if (wasActive.current && !isActive) {
      void invalidateResource(client, 'spaceGitSyncs', { params: { spaceId } })
      void invalidateResource(client, 'spaceContent', { params: { spaceId } })
    }
    wasActive.current = isActive
  }, [client, spaceId, isActive])
}
