import type { GitSyncRun, SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Urls } from '../../urls.ts'
import type { GitSyncRow, RunRow } from './queries.ts'

export const presentGitSync = (row: GitSyncRow, urls: Urls): SpaceGitSync => ({
  object: 'git-sync',
  space: row.spaceId,
  url: row.url,
  branch: row.branch,
  folder: row.folder,
  credentials: {
    type: row.secretType,
    ...(row.username === null ? {} : { username: row.username }),
    ...(row.publicKey === null ? {} : { publicKey: row.publicKey }),
    ...(row.hostKey === null ? {} : { hostKey: row.hostKey }),
  },
  importMode: row.importMode,
  firstSync: row.firstSync,
  pollMinutes: row.pollMinutes,
  paused: row.paused,
  status: row.status,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.commit === null ? {} : { commit: row.commit }),
  ...(row.pending === null || row.status !== 'awaiting-merge'
    ? {}
    : { changeRequest: row.pending.changeRequest }),
  ...(row.syncedAt === null ? {} : { syncedAt: row.syncedAt.toISOString() }),
  nextPollAt: row.nextPollAt.toISOString(),
  webhookUrl: `${urls.base}/git-sync/${row.webhookId}`,
  createdAt: row.createdAt.toISOString(),
  urls: { location: urls.location('spaces', row.spaceId, 'git-sync') },
  version: row.version,
})

export const presentRun = (row: RunRow): GitSyncRun => ({
  object: 'git-sync-run',
  id: row.id,
  cause: row.cause,
  status: row.status,
  ...(row.reason === null ? {} : { reason: row.reason }),
  pulled: [...row.pulled],
  pushed: [...row.pushed],
  ...(row.changeRequest === null ? {} : { changeRequest: row.changeRequest }),
  startedAt: row.startedAt.toISOString(),
  ...(row.endedAt === null ? {} : { endedAt: row.endedAt.toISOString() }),
})
