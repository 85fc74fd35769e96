import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { syncGitHandler } from '#server/jobs/handlers/sync-git.ts'
import { useTestApp } from '#testing/app.ts'
import { commitOn } from '#testing/git-server.ts'
import { aSyncedSpace } from '#testing/synced-space.ts'
import { makeTestFolder } from '#testing/test-folder.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

type Space = Awaited<ReturnType<typeof aSyncedSpace>>

/** A sync by another instance: the same database, and a folder without the files of earlier syncs. */
async function syncElsewhere({ organizationId, params: { spaceId } }: Space): Promise<void> {
  const service = { ...app.service, config: { ...app.service.config, dataDir: makeTestFolder() } }
  const payload = { organizationId, spaceId, cause: 'manual' as const }
  await syncGitHandler(service, payload, new AbortController().signal)
}

test('another instance continues a sync without the files of the first', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const [start, guide] = await space.pages()
  await space.edit(start?.id ?? '', 'Edited here.\n')
  await commitOn(space.folder, { 'guide/step.md': '# Step\n\nPushed.\n' })
  await syncElsewhere(space)
  expect(await space.file('README.md')).toContain('Edited here.')
  expect(await space.text(guide?.pages[0]?.id)).toContain('Pushed.')
  const commits = await space.log()
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.log()).toEqual(commits)
})

test('two instances that sync at the same time lose nothing and only move the branch forward', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const [start, guide] = await space.pages()
  for (const round of [1, 2]) {
    const before = await space.log('%H')
    await space.edit(start?.id ?? '', `Edited here ${round}.\n`)
    const pushed = await commitOn(space.folder, { 'guide/step.md': `# Step\n\nPushed ${round}.\n` })
    await Promise.all([space.sync(), syncElsewhere(space)])
    expect(await space.sync()).toMatchObject({ status: 'in-sync' })
    expect(await space.file('README.md')).toContain(`Edited here ${round}.`)
    expect(await space.file('guide/step.md')).toContain(`Pushed ${round}.`)
    expect(await space.text(start?.id)).toContain(`Edited here ${round}.`)
    expect(await space.text(guide?.pages[0]?.id)).toContain(`Pushed ${round}.`)
    expect(await space.log('%H')).toEqual(expect.arrayContaining([...before, pushed]))
  }
  const { items } = await space.call(api.changeRequests.list, { params: space.params, query: {} })
  expect(items.filter(({ status }) => status === 'open' || status === 'draft')).toEqual([])
})
