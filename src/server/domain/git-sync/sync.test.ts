import { sql } from 'kysely'
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

test('a conflict waits in a change request, and nothing is lost once it is resolved', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const [start, guide] = await space.pages()
  await space.edit(guide?.id ?? '', 'First line.\n\nIn Lectern.\n')
  const theirs = await commitOn(space.folder, { 'guide/README.md': '# Guide\n\nFirst line.\n\nIn Git.\n' })
  const { status, changeRequest = '' } = await space.sync()
  expect(status).toBe('awaiting-merge')
  expect((await space.log('%H'))[0]).toBe(theirs)
  const request = { params: { ...space.params, changeRequestId: changeRequest } }
  const { items } = await space.call(api.changeRequests.conflicts, request)
  expect(items.map(({ page }) => page.id)).toEqual([guide?.id])
  expect(await space.call(api.changeRequests.merge, request)).toMatchObject({ result: 'conflicts' })

  // Both sides go on while it waits.
  await space.edit(start?.id ?? '', 'Welcome back.\n')
  const later = await commitOn(space.folder, { 'guide/step.md': '# Step\n\n1.\n\nTwo.\n\nThree.\n' })
  expect(await space.sync()).toMatchObject({ status: 'awaiting-merge', changeRequest })

  const markdown = 'First line.\n\nIn Lectern.\n\nIn Git.\n'
  const { items: open } = await space.call(api.changeRequests.conflicts, request)
  const resolutions = open.map(({ id }) => ({
    conflict: id,
    take: 'text' as const,
    text: 'In Lectern.\n\nIn Git.',
  }))
  await space.call(api.changeRequests.updateFromSpace, { ...request, body: { resolutions } })
  expect(await space.call(api.changeRequests.merge, request)).toMatchObject({ result: 'merge' })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.file('guide/README.md')).toContain(markdown.trim())
  expect(await space.file('README.md')).toContain('Welcome back.')
  expect(await space.file('guide/step.md')).toContain('1.')
  expect(await space.log('%H')).toContain(later)
  expect(await space.text(guide?.pages[0]?.id)).toBe('1.\n\nTwo.\n\nThree.')
})

test('a commit that arrives during a push is imported first, and then the push is repeated', async () => {
  let isRacing = false
  const space = await aSyncedSpace(app, {
    before: async ({ request }) => {
      if (!isRacing || request.method !== 'POST' || !request.url?.endsWith('/git-receive-pack')) return false
      isRacing = false
      await commitOn(space.folder, { 'guide/step.md': '# Step\n\n1.\n\nTwo.\n\nThree.\n' }, 'Race')
      return false
    },
  })
  await space.connect()
  await space.sync()
  const guide = (await space.pages())[1]
  await space.edit(guide?.id ?? '', 'First line.\n\nAnother line.\n')
  isRacing = true
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(isRacing).toBe(false)
  expect(await space.log()).toContain('Race')
  expect(await space.file('guide/README.md')).toContain('Another line.')
  expect(await space.file('guide/step.md')).toContain('1.')
  expect(await space.text(guide?.pages[0]?.id)).toBe('1.\n\nTwo.\n\nThree.')
})

test('each edit and each merge is a commit of the person who wrote it', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const [start, guide] = await space.pages()
  const editor = await app.aMember(space.organizationId, 'edit')
  const author = app.as(editor)
  const { id } = await author(api.changeRequests.create, {
    params: space.params,
    body: { subject: 'Say hello' },
  })
  const request = { params: { ...space.params, changeRequestId: id } }
  await author(api.changeRequestContent.edit, {
    ...request,
    body: {
      changes: [{ operation: 'update_page', page: start?.id ?? '', document: { markdown: 'Hello.' } }],
    },
  })
  await space.edit(guide?.id ?? '', 'First line.\n\nAnother line.\n')
  await space.call(api.changeRequests.merge, request)
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  const people = await app.db.selectFrom('user_account').select(['id', 'display_name', 'email']).execute()
  const signature = (userId: string) => {
    const person = people.find((one) => one.id === userId)
    return `${person?.display_name} <${person?.email}>`
  }
  expect(await space.log('%s / %an <%ae>')).toEqual([
    `Say hello / ${signature(editor.userId)}`,
    `Update Guide / ${signature(space.admin.userId)}`,
    'Pages / Ada <ada@example.org>',
  ])
})

test('variables are synced in both directions', async () => {
  const vars = '# for the guide\nversion: "2.1" # short\n'
  const space = await aSyncedSpace(app, { files: { 'README.md': '# Start\n', '.gitbook/vars.yaml': vars } })
  await space.connect()
  await space.sync()
  const variables = async () =>
    (await space.call(api.spaceContent.variables, { params: space.params })).variables
  expect(await variables()).toEqual({ version: '2.1' })
  await commitOn(space.folder, { '.gitbook/vars.yaml': vars.replace('2.1', '2.2') })
  await space.sync()
  expect(await variables()).toEqual({ version: '2.2' })
  await space.call(api.spaceContent.edit, {
    params: space.params,
    body: { changes: [{ operation: 'update_variables', variables: { version: '2.3' } }] },
  })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.file('.gitbook/vars.yaml')).toBe(vars.replace('2.1', '2.3'))
  expect(await space.log()).toHaveLength(3)
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

test('an editing session is one commit, and what is saved after the commit is another', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const start = (await space.pages())[0]?.id ?? ''
  const type = (markdown: string) =>
    space.call(api.spaceContent.edit, {
      params: space.params,
      body: {
        editingSession: 'session-of-tab-1',
        changes: [{ operation: 'update_page', page: start, document: { markdown } }],
      },
    })
  await type('W\n')
  await type('Welc\n')
  await type('Welcome all\n')
  const commits = (await space.log()).length
  await space.sync()
  expect((await space.log()).length).toBe(commits + 1)
  expect(await space.file('README.md')).toContain('Welcome all')

  await type('Welcome back\n')
  await type('Welcome back, all\n')
  await space.sync()
  expect((await space.log()).length).toBe(commits + 2)
  expect(await space.file('README.md')).toContain('Welcome back, all')
})

test('a save that replaced a revision while that was pushed is pushed next, and nothing else', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const start = (await space.pages())[0]?.id ?? ''
  const type = (markdown: string) =>
    space.call(api.spaceContent.edit, {
      params: space.params,
      body: {
        editingSession: 'session-of-tab-1',
        changes: [{ operation: 'update_page', page: start, document: { markdown } }],
      },
    })
  const { revision: before } = await type('First\n')
  await space.sync()
  // As if it had been recorded after the next save.
  await app.db.updateTable('git_sync').set({ revision_id: null }).execute()
  await type('Second\n')
  await app.db.updateTable('git_sync').set({ revision_id: before }).execute()
  const commits = (await space.log()).length
  await space.sync()
  expect((await space.log()).length).toBe(commits + 1)
  expect(await space.file('README.md')).toContain('Second')
})

test('the push waits until the session has ended, with its last save or without one', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  const start = (await space.pages())[0]?.id ?? ''
  const waiting = async () => {
    const { rows } = await sql<{ key: string; seconds: number }>`
      select key, extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs
      where key like ${`git-sync-%-${space.params.spaceId}`}`.execute(app.db)
    return rows
  }
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  const type = (markdown: string, endsSession = false) =>
    space.call(api.spaceContent.edit, {
      params: space.params,
      body: {
        editingSession: 'session-of-tab-1',
        endsSession,
        changes: [{ operation: 'update_page', page: start, document: { markdown } }],
      },
    })
  await type('W')
  const [session, ...others] = await waiting()
  expect([session?.key, others]).toEqual([`git-sync-session-${space.params.spaceId}`, []])
  expect(session?.seconds).toBeGreaterThan(200)
  await type('W', true)
  expect(await waiting()).toMatchObject([{ key: session?.key, seconds: expect.closeTo(3, -1) }])
  await type('We')
  await type('Welcome', true)
  const after = await waiting()
  expect(after.map(({ key }) => key)).toEqual([`git-sync-change-${space.params.spaceId}`])
  expect(after[0]?.seconds).toBeLessThan(10)
})
