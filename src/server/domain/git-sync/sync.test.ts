import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { commitOn, gitOutput } from '#testing/git-server.ts'
import { aSyncedSpace } from '#testing/synced-space.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

test('a pushed file changes one page, and an edited page changes one line', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  const [start, guide] = await space.pages()
  expect([start?.title, guide?.title]).toEqual(['Start', 'Guide'])
  expect(await space.log()).toEqual(['Pages'])
  const step = guide?.pages[0]

  await commitOn(space.folder, { 'guide/step.md': '# Step\n\nOne.\n\n2.\n\nThree.\n' }, 'Write a number')
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  const after = await space.pages()
  expect(after[1]?.pages[0]?.id).toBe(step?.id)

  const before = await space.file('guide/README.md')
  await space.edit(guide?.id ?? '', 'First line.\n\nAnother line.\n')
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.file('guide/README.md')).toBe(before.replace('Second line.', 'Another line.'))
  expect((await space.log())[0]).toBe('Update Guide')
  expect(await gitOutput(space.folder, 'show', '--stat', '--format=%an|%cn', 'HEAD')).toContain(
    '1 file changed',
  )
})

test('changes of both sides are merged, and the branch only moves forward', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const guide = (await space.pages())[1]
  await space.edit(guide?.id ?? '', 'First line.\n\nAnother line.\n')
  const theirs = await commitOn(space.folder, { 'guide/step.md': '# Step\n\n1.\n\nTwo.\n\nThree.\n' })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.file('guide/README.md')).toContain('Another line.')
  expect(await space.file('guide/step.md')).toContain('1.')
  const parents = (await gitOutput(space.folder, 'show', '-s', '--format=%P', 'HEAD')).trim().split(' ')
  expect(parents[0]).toBe(theirs)
  expect(parents).toHaveLength(2)
})

test('a conflict waits in a change request, and neither side loses anything', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const guide = (await space.pages())[1]
  await space.edit(guide?.id ?? '', 'First line.\n\nIn Lectern.\n')
  const theirs = await commitOn(space.folder, {
    'guide/README.md': '# Guide\n\nFirst line.\n\nIn Git.\n',
  })
  const { status, changeRequest = '' } = await space.sync()
  expect(status).toBe('awaiting-merge')
  expect((await gitOutput(space.folder, 'rev-parse', 'HEAD')).trim()).toBe(theirs)
  const { items } = await space.call(api.changeRequests.conflicts, {
    params: { ...space.params, changeRequestId: changeRequest },
  })
  expect(items.length).toBeGreaterThan(0)
})

test('a push whose success was not recorded is neither repeated nor lost', async () => {
  const stop = new AbortController()
  let isBroken = false
  const space = await aSyncedSpace(app, {
    before: ({ request, response }) => {
      if (!isBroken || request.method !== 'POST' || !request.url?.endsWith('/git-receive-pack')) return false
      // The push succeeds, and the service stops before it learns that.
      response.end = () => {
        stop.abort(new Error('stopped'))
        return response.destroy()
      }
      return false
    },
  })
  await space.connect()
  await space.sync()
  const guide = (await space.pages())[1]
  await space.edit(guide?.id ?? '', 'First line.\n\nAnother line.\n')
  isBroken = true
  await expect(space.sync(stop.signal)).rejects.toThrow()
  const pushed = await space.log('%H')
  expect(pushed).toHaveLength(2)

  isBroken = false
  expect(await space.sync()).toMatchObject({ status: 'in-sync', commit: pushed[0] })
  expect(await space.log('%H')).toEqual(pushed)
  await space.edit(guide?.id ?? '', 'First line.\n\nA third one.\n')
  await space.sync()
  expect(await space.log()).toEqual(['Update Guide', 'Update Guide', 'Pages'])
  expect(await space.lastChanges()).toEqual(['M guide/README.md'])
  expect((await space.pages()).map(({ title }) => title)).toEqual(['Start', 'Guide'])
})
