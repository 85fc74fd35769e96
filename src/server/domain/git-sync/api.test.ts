import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { commitOn } from '#testing/git-server.ts'
import { aSyncedSpace } from '#testing/synced-space.ts'
import { pollGitHandler } from '../../jobs/handlers/poll-git.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

/** The syncs of a space that wait. */
async function waitingSyncs(spaceId: string): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    select payload->>'cause' as cause from graphile_worker._private_jobs
    where payload->>'spaceId' = ${spaceId} and payload->>'cause' is not null`.execute(app.db)
  return rows.map(({ cause }) => cause)
}

test('the token and the secret of the webhook are never returned again', async () => {
  const space = await aSyncedSpace(app)
  const { params } = space
  const { url } = await space.connect()
  await space.call(api.spaceGitSyncs.delete, { params })
  const credentials = { type: 'token' as const, token: 'a-secret-token' }
  const { webhookSecret, ...created } = await space.call(api.spaceGitSyncs.connect, {
    params,
    body: { url, firstSync: 'from-repository', credentials },
  })
  expect(webhookSecret).toMatch(/^.{32}$/)
  expect(created.credentials).toEqual({ type: 'token', username: 'git' })
  const read = JSON.stringify(await space.call(api.spaceGitSyncs.get, { params }))
  expect(read).not.toContain('a-secret-token')
  expect(read).not.toContain(webhookSecret)
  const row = await app.db.selectFrom('git_sync').select('secret').executeTakeFirstOrThrow()
  expect(row.secret?.includes('a-secret-token')).toBe(false)
})

test('a space has one repository, and addresses are checked', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await expect(space.connect()).rejects.toMatchObject({ status: 409 })
  for (const url of [
    'git@example.org:a/b',
    'https://me:secret@example.org/a',
    'file:///etc',
    'https://e.org/?a',
  ])
    await expect(
      space.call(api.spaceGitSyncs.connect, {
        params: space.params,
        body: { url, firstSync: 'from-repository' },
      }),
    ).rejects.toMatchObject({ status: 400 })
})

test('a paused sync does not run', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  const { params } = space
  await space.call(api.spaceGitSyncs.update, { params, body: { paused: true } })
  await expect(space.call(api.spaceGitSyncs.run, { params })).rejects.toMatchObject({ status: 409 })
  expect(await space.sync()).toMatchObject({ status: 'waiting', paused: true })
})

test('rejected credentials fail with a message until others are entered', async () => {
  const space = await aSyncedSpace(app, { credentials: 'git:right' })
  const { params } = space
  const token = (secret: string) => ({ credentials: { type: 'token' as const, token: secret } })
  await space.connect(token('wrong'))
  const failed = await space.sync()
  expect(failed.status).toBe('failed')
  expect(failed.reason).toContain('it rejected the username and password')
  const { items } = await space.call(api.spaceGitSyncs.listRuns, { params })
  expect(items).toMatchObject([{ status: 'failed', reason: failed.reason, pulled: [], pushed: [] }])

  await space.call(api.spaceGitSyncs.update, { params, body: token('right') })
  const synced = await space.sync()
  expect(synced.status).toBe('in-sync')
  expect(synced.reason).toBeUndefined()
  expect((await space.pages()).map(({ title }) => title)).toEqual(['Start', 'Guide'])
})

test('a token that may only read fails at the first push, which arrives once it may write', async () => {
  let mayWrite = false
  const space = await aSyncedSpace(app, {
    before: ({ request, response }) => {
      if (mayWrite || !request.url?.includes('receive-pack')) return false
      response.writeHead(403).end()
      return true
    },
  })
  await space.connect()
  await space.sync()
  const [start] = await space.pages()
  await space.edit(start?.id ?? '', 'Changed.\n')
  const failed = await space.sync()
  expect(failed.status).toBe('failed')
  expect(failed.reason).toContain('The credentials don’t allow pushing')
  expect(await space.log()).toEqual(['Pages'])
  mayWrite = true
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.log()).toEqual(['Update Start', 'Pages'])
})

test('after disconnecting, neither side changes any more, and the space can be connected again', async () => {
  const space = await aSyncedSpace(app)
  const { params } = space
  await space.connect()
  await space.sync()
  await space.call(api.spaceGitSyncs.delete, { params })
  await expect(space.call(api.spaceGitSyncs.get, { params })).rejects.toMatchObject({ status: 404 })
  const before = await space.pages()
  await commitOn(space.folder, { 'guide/step.md': '# Renamed\n' })
  await space.edit(before[0]?.id ?? '', 'Changed.\n')
  await expect(space.sync()).rejects.toMatchObject({ status: 404 })
  expect((await space.pages())[1]?.pages.map(({ title }) => title)).toEqual(['Step'])
  expect(await space.log()).toEqual(['Pages', 'Pages'])

  await space.connect({ firstSync: 'to-repository' })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.file('guide/step.md')).toContain('# Step')
  expect(await space.file('README.md')).toContain('Changed.')
})

test('a first sync from the repository replaces the content, and pages with a file stay the same', async () => {
  const space = await aSyncedSpace(app)
  await space.call(api.spaceContent.edit, {
    params: space.params,
    body: {
      changes: [
        { operation: 'insert_page', title: 'Readme', slug: 'readme', document: { markdown: 'Old.' } },
        { operation: 'insert_page', title: 'Only here', document: { markdown: 'Old.' } },
      ],
    },
  })
  const [readme] = await space.pages()
  await space.connect({ firstSync: 'from-repository' })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  const after = await space.pages()
  expect(after.map(({ title }) => title)).toEqual(['Start', 'Guide'])
  expect(after[0]?.id).toBe(readme?.id)
  expect(await space.log()).toEqual(['Pages'])
})

test('a folder of the repository is synced, and files beside it stay as they are', async () => {
  const files = { 'code.ts': 'let a\n', 'docs/README.md': '# Start\n\nHello.\n', 'other/x.md': '# X\n' }
  const space = await aSyncedSpace(app, { files })
  await space.connect({ folder: 'docs/' })
  expect(await space.sync()).toMatchObject({ status: 'in-sync', folder: 'docs' })
  const pages = await space.pages()
  expect(pages.map(({ title }) => title)).toEqual(['Start'])
  await space.edit(pages[0]?.id ?? '', 'Bye.\n')
  await space.sync()
  expect(await space.lastChanges()).toEqual(['M docs/README.md'])
})

test('editors neither see a sync nor start one', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  const editor = app.as(await app.aMember(space.organizationId, 'edit'))
  await expect(editor(api.spaceGitSyncs.get, { params: space.params })).rejects.toMatchObject({ status: 403 })
  await expect(editor(api.spaceGitSyncs.run, { params: space.params })).rejects.toMatchObject({ status: 403 })
  await expect(editor(api.spaceGitSyncs.listRuns, { params: space.params })).rejects.toMatchObject({
    status: 403,
  })
})

test('only a signed push event of the branch starts a sync', async () => {
  const space = await aSyncedSpace(app)
  const { webhookSecret, webhookUrl } = await space.connect()
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  const { pathname } = new URL(webhookUrl)
  const send = (payload: string, headers: Record<string, string>) =>
    app.send({
      method: 'POST',
      url: pathname,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const body = JSON.stringify({ ref: 'refs/heads/main' })
  const sign = (text: string, secret = webhookSecret) =>
    createHmac('sha256', secret).update(text).digest('hex')

  for (const headers of [
    {},
    { 'x-hub-signature-256': `sha256=${sign(body, 'another')}` },
    { 'x-hub-signature-256': `sha256=${sign(`${body} `)}` },
    { 'x-gitlab-token': 'another' },
  ])
    expect((await send(body, headers)).status).toBe(401)
  const elsewhere = JSON.stringify({ ref: 'refs/heads/other' })
  expect((await send(elsewhere, { 'x-gitea-signature': sign(elsewhere) })).status).toBe(202)
  expect(await waitingSyncs(space.params.spaceId)).toEqual([])
  for (const headers of [
    { 'x-hub-signature-256': `sha256=${sign(body)}` },
    { 'x-gitea-signature': sign(body) },
    { 'x-gitlab-token': webhookSecret },
  ])
    expect((await send(body, headers)).status).toBe(202)
  expect(await waitingSyncs(space.params.spaceId)).toEqual(['webhook'])
  const unknown = await app.send({ method: 'POST', url: '/git-sync/nosuchwebhook', payload: '{}' })
  expect(unknown.status).toBe(404)

  const { webhookSecret: rotated } = await space.call(api.spaceGitSyncs.rotateSecret, {
    params: space.params,
  })
  expect((await send(body, { 'x-gitlab-token': webhookSecret })).status).toBe(401)
  expect((await send(body, { 'x-gitlab-token': rotated })).status).toBe(202)
})

test('a repository is looked at again once its time has come', async () => {
  const space = await aSyncedSpace(app)
  await space.connect()
  await space.sync()
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  await pollGitHandler(app.service, {}, new AbortController().signal)
  expect(await waitingSyncs(space.params.spaceId)).toEqual([])
  await sql`update git_sync set next_poll_at = now() - interval '1 second'`.execute(app.db)
  await pollGitHandler(app.service, {}, new AbortController().signal)
  expect(await waitingSyncs(space.params.spaceId)).toEqual(['schedule'])
})
