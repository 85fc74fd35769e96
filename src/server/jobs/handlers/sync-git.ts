import type { JobHandler } from '../worker.ts'

/** Syncs one space with its repository; the modules for that are loaded with the first sync. */
export const syncGitHandler: JobHandler<'sync-git'> = async (service, payload, stop) => {
  const [{ syncGit }, { createChangeRequest }, { finishMerge }] = await Promise.all([
    import('../../git-sync/sync.ts'),
    import('../../domain/change-requests/create.ts'),
    import('../../domain/change-requests/finish-merge.ts'),
  ])
  return syncGit(service, payload, stop, {
    createChangeRequest: (tx, request) => createChangeRequest(tx, service, { ...request, isOpen: true }),
    finishMerge: (tx, request) => finishMerge(tx, service, request),
  })
}
