import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSyncedSpace } from '#testing/synced-space.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

test('a page that leaves a space with git sync, or returns to it, is an ordinary commit', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const { id: archive } = await space.call(api.spaces.create, {
    params: { organizationId: space.organizationId },
    body: { title: 'Archive' },
  })
  const guide = (await space.pages()).find(({ title }) => title === 'Guide')
  const moved = await space.call(api.spaceContent.movePageToSpace, {
    params: { ...space.params, pageId: guide?.id ?? '' },
    body: { space: archive },
  })
  await space.sync()
  expect(await space.lastChanges()).toEqual([
    'M README.md',
    'M SUMMARY.md',
    'D guide/README.md',
    'D guide/step.md',
  ])
  expect(await space.file('README.md')).toContain(`/s/${archive}/p/${guide?.id}`)
  await space.call(api.spaceContent.movePageToSpace, {
    params: { spaceId: archive, pageId: moved.page.id },
    body: { space: space.params.spaceId },
  })
  await space.sync()
  expect((await space.pages()).map(({ title }) => title)).toEqual(['Start', 'Guide'])
  expect(await space.file('README.md')).toContain('](guide/README.md)')
  expect(await space.file('guide/README.md')).toContain('First line.')
})
