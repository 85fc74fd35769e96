import { api } from '#contract/api.ts'
import { newId } from '#server/ids.ts'
import { type ListFixtures, ROWS, repeat, type Setup, spacesIn } from './setup.ts'

export async function gitSync(setup: Setup): Promise<ListFixtures> {
  const { app, call, inOrganization } = setup
  const { id: spaceId } = await spacesIn(setup)('Synced')
  // Nothing is read from it here, as no job runs.
  await call(api.spaceGitSyncs.connect, {
    params: { spaceId },
    body: { url: 'https://git.example/repository.git', firstSync: 'to-repository', importMode: 'space' },
  })
  let runs = 0
  const aRun = async () => {
    const id = newId()
    await app.db
      .insertInto('git_sync_run')
      .values({
        organization_id: inOrganization.organizationId,
        space_id: spaceId,
        id,
        cause: 'manual',
        status: 'succeeded',
        started_at: new Date(1_700_000_000_000 + runs++),
      })
      .execute()
    return () => app.db.deleteFrom('git_sync_run').where('id', '=', id).execute()
  }
  await repeat(ROWS, aRun)
  return { listSpaceGitSyncRuns: { params: { spaceId }, addRow: aRun } }
}
