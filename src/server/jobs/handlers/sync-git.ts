import type { JobHandler } from '../worker.ts'

/** Syncs one space with its repository; the modules for that are loaded with the first sync. */
export const syncGitHandler: JobHandler<'sync-git'> = async (service, payload, stop) => {
  const [{ syncGit }, { createChangeRequest }, { finishMerge }, { rulesFor }] = await Promise.all([
    import('../../git-sync/sync.ts'),
    import('../../domain/change-requests/create.ts'),
    import('../../domain/change-requests/finish-merge.ts'),
    import('../../domain/merge-rules/queries.ts'),
  ])
  return syncGit(service, payload, stop, {
    createChangeRequest: (tx, request) => createChangeRequest(tx, service, { ...request, isOpen: true }),
    hasMergeRules: async (tx, { organizationId, spaceId }) =>
      (await rulesFor(tx, organizationId, { type: 'space', id: spaceId })).some(
        ({ rules }) => rules.length > 0,
      ),
    finishMerge: (tx, request) => finishMerge(tx, service, request),
  })
}
