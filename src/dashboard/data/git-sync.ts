import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import { callApi, isApiError, keyOf } from './api.ts'

const ACTIVE_POLL_MS = 1000

/** The Git sync of a space; null if it isn't connected. */
export const gitSyncQuery = (spaceId: string) => {
  const input = { params: { spaceId } }
  return queryOptions({
    queryKey: keyOf(api.spaceGitSyncs.get, input),
    queryFn: ({ signal }): Promise<SpaceGitSync | null> =>
      callApi(api.spaceGitSyncs.get, input, { signal }).catch(nullIfMissing),
    // Where a proxy blocks the stream of changes, the end of a sync is seen, too.
    refetchInterval: ({ state }) => (state.data && isSyncing(state.data) ? ACTIVE_POLL_MS : false),
  })
}

function nullIfMissing(error: unknown): null {
  if (isApiError(error, 404)) return null
  throw error
}

/** Whether a sync runs, or is about to start. */
export const isSyncing = ({ status, paused }: Pick<SpaceGitSync, 'status' | 'paused'>): boolean =>
  status === 'syncing' || (status === 'waiting' && !paused)
