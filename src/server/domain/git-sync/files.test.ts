import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { commitOn, gitOutput } from '#testing/git-server.ts'
import { aSyncedSpace } from '#testing/synced-space.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

test('a renamed file is the same page, and a deleted one is gone', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const [start, guide] = await space.pages()
  const summary = '# Table of contents\n\n- [Start](README.md)\n- [Guide](handbook.md)\n'
  const renamed = await space.file('guide/README.md')
  await commitOn(space.folder, {
    'guide/README.md': null,
    'guide/step.md': null,
    'handbook.md': renamed.replace('Second line.', 'Changed line.'),
    'README.md': '# Start\n\nWelcome to [the guide](handbook.md).\n',
    'SUMMARY.md': summary,
  })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  const pages = await space.pages()
  expect(pages.map(({ id }) => id)).toEqual([start?.id, guide?.id])
  expect(pages[1]?.pages).toEqual([])
  expect(await space.log()).toHaveLength(2)

  await space.edit(guide?.id ?? '', 'First line.\n\nOnce more.\n')
  await space.sync()
  expect(await space.lastChanges()).toEqual(['M handbook.md'])
  expect(await space.file('handbook.md')).toBe(renamed.replace('Second line.', 'Once more.'))
})

test('pages that are added and deleted in the space are files and lines of the table of contents', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const [, guide] = await space.pages()
  await commitOn(space.folder, { 'guide/news.md': 'Not in the table of contents\n', 'package.json': '{}\n' })
  await space.call(api.spaceContent.edit, {
    params: space.params,
    body: {
      changes: [
        { operation: 'delete_page', page: guide?.pages[0]?.id ?? '' },
        { operation: 'insert_page', title: 'News', into: guide?.id ?? '', document: { markdown: 'New.' } },
      ],
    },
  })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.file('SUMMARY.md')).toBe(
    '# Table of contents\n\n- [Start](README.md)\n- [Guide](guide/README.md)\n  - [News](guide/news-1.md)\n',
  )
  expect(await space.file('guide/news.md')).toBe('Not in the table of contents\n')
  expect(await space.file('guide/news-1.md')).toBe('---\nslug: news\n---\n\n# News\n\nNew.')
  await expect(space.file('guide/step.md')).rejects.toThrow()
  const [, after] = await space.pages()
  expect(after?.pages.map(({ title }) => title)).toEqual(['News'])

  const commits = await space.log('%H')
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.log('%H')).toEqual(commits)
})

test('the first sync to a repository writes the space beside other files', async () => {
  const space = await aSyncedSpace(app, {
    files: { 'package.json': '{}\n', 'README.md': 'A stub\n' },
    firstSync: 'to-repository',
  })
  await space.call(api.spaceContent.edit, {
    params: space.params,
    body: {
      changes: [
        { operation: 'insert_page', title: 'Start', document: { markdown: 'Hello.' } },
        { operation: 'insert_page', title: 'Second', document: { markdown: 'Two.' } },
      ],
    },
  })
  const before = await space.pages()
  await space.connect()
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.lastChanges()).toEqual(['M README.md', 'A SUMMARY.md', 'A second.md'])
  expect(await space.log()).toHaveLength(2)
  expect(await space.file('package.json')).toBe('{}\n')
  expect(await space.pages()).toEqual(before)

  await commitOn(space.folder, { 'second.md': '# Second\n\nTwo and a half.\n' })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  const { items } = await space.call(api.spaceGitSyncs.listRuns, { params: space.params })
  expect(items.map(({ pulled, pushed }) => [pulled.length, pushed.length])).toEqual([
    [1, 0],
    [0, 1],
  ])
  const after = await space.pages()
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('a first sync to a repository creates the branch, also in a repository without commits', async () => {
  const space = await aSyncedSpace(app, { firstSync: 'to-repository' })
  const changes = [{ operation: 'insert_page' as const, title: 'Start', document: { markdown: 'Hello.' } }]
  await space.call(api.spaceContent.edit, { params: space.params, body: { changes } })
  await space.connect({ branch: 'lectern/docs' })
  expect(await space.sync()).toMatchObject({ status: 'in-sync', branch: 'lectern/docs' })
  const onBranch = (...args: string[]) => gitOutput(space.folder, ...args)
  expect(await onBranch('log', '--format=%s', 'lectern/docs')).toBe('Add content\n')
  expect(await onBranch('show', 'lectern/docs:README.md')).toBe('# Start\n\nHello.')
  expect(await space.log()).toEqual(['Pages'])

  await space.call(api.spaceGitSyncs.delete, { params: space.params })
  await onBranch('checkout', '-q', '--detach')
  await onBranch('branch', '-q', '-D', 'main', 'lectern/docs')
  await space.connect()
  expect(await space.sync()).toMatchObject({ status: 'in-sync', branch: 'main' })
  expect(await onBranch('show', 'main:README.md')).toBe('# Start\n\nHello.')
})

test('with change requests, pushed commits wait for a merge, and a declined one is reverted', async () => {
  const space = await aSyncedSpace(app, { importMode: 'change-request' })
  await space.connect()
  await space.sync()
  const original = await space.file('guide/step.md')
  const pushed = await commitOn(space.folder, { 'guide/step.md': '# Step\n\n1.\n' }, 'Count')
  const waiting = await space.sync()
  expect(waiting.status).toBe('awaiting-merge')
  const at = { params: { ...space.params, changeRequestId: waiting.changeRequest ?? '' } }
  expect(await space.call(api.changeRequests.get, at)).toMatchObject({ status: 'open', subject: 'Count' })
  expect(await space.sync()).toMatchObject({ status: 'awaiting-merge', changeRequest: waiting.changeRequest })
  await space.call(api.changeRequests.merge, at)
  expect(await space.sync()).toMatchObject({ status: 'in-sync', commit: pushed })
  expect(await space.log()).toEqual(['Count', 'Pages'])

  await commitOn(space.folder, { 'guide/step.md': '# Step\n\nUnwanted.\n' }, 'Unwanted')
  const declined = await space.sync()
  await space.call(api.changeRequests.update, {
    params: { ...space.params, changeRequestId: declined.changeRequest ?? '' },
    body: { status: 'archived' },
  })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.file('guide/step.md')).toBe('# Step\n\n1.\n')
  expect(original).not.toBe('# Step\n\n1.\n')
})
