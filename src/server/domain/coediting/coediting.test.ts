import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { api } from '#contract/api.ts'
import { coeditingCloseCodes } from '#contract/coediting.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { aPageToCoedit, type CoeditingClient, coedit, connectTo } from '#testing/coediting-client.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { openSession, sessionCookie } from '../../auth/sessions.ts'
import { saveText } from '../../coediting/save.ts'
import { openDatabase } from '../../db/client.ts'
import { buildApp } from '../../http/app.ts'
import { operations } from '../../http/operations.ts'
import { serviceOf } from '../../service.ts'

const app = useTestApp()

const aPage = (markdown?: string) => aPageToCoedit(app, markdown)

const textIdOf = ({ messages }: CoeditingClient): string =>
  messages.flatMap((one) => (one.type === 'opened' ? [one.text] : []))[0] ?? ''

const save = (organizationId: string, client: CoeditingClient) =>
  saveText(app.service, { organizationId, textId: textIdOf(client) })

const storedText = async (person: Person, spaceId: string, pageId: string): Promise<string | undefined> => {
  const page = await app.as(person)(api.spaceContent.page, { params: { spaceId, pageId }, query: {} })
  return page.type === 'document' ? page.markdown : undefined
}

describe('editing together', () => {
  test('shows everyone what the others type, and saves it as one revision that names them', async () => {
    const { organizationId, admin, address, ...page } = await aPage()
    const other = await app.aMember(organizationId, 'edit')
    const [one, two] = [await coedit(address, admin, page), await coedit(address, other, page)]
    expect(one.text()).toBe('First line\n')
    await Promise.all([one.type('From one.\n'), two.type('From two.\n', 0)])
    await one.waitFor(() => one.text().includes('two'))
    await two.waitFor(() => two.text().includes('one'))
    expect(one.text()).toBe(two.text())
    await save(organizationId, one)
    expect(await storedText(admin, page.spaceId, page.pageId)).toBe(one.text())
    await one.waitFor(() => one.messages.some((message) => message.type === 'saving' && message.isSaved))
    const { items } = await app.as(admin)(api.revisions.list, {
      params: { spaceId: page.spaceId },
      query: {},
    })
    const authors = [items[0]?.createdBy?.id, ...(items[0]?.coAuthors ?? []).map(({ id }) => id)]
    expect(authors.toSorted()).toEqual([admin.userId, other.userId].toSorted())
    await two.type('More.\n')
    await save(organizationId, one)
    const later = await app.as(admin)(api.revisions.list, { params: { spaceId: page.spaceId }, query: {} })
    expect(later.items.length).toBe(items.length)
    one.socket.close()
    two.socket.close()
  })

  test('merges edits from elsewhere into the text like typing', async () => {
    const { organizationId, admin, address, call, ...page } = await aPage('Alpha beta gamma.\n\nSecond.\n')
    const client = await coedit(address, admin, page)
    await client.type('Mine. ', 0)
    await call(api.spaceContent.edit, {
      params: page,
      body: {
        changes: [
          {
            operation: 'update_page',
            page: page.pageId,
            document: { markdown: 'Alpha beta gamma delta.\n\nSecond.\n' },
          },
        ],
      },
    })
    await client.waitFor(() => client.text().includes('delta'))
    expect(client.text()).toBe('Mine. Alpha beta gamma delta.\n\nSecond.\n')
    await save(organizationId, client)
    expect(await storedText(admin, page.spaceId, page.pageId)).toBe(client.text())
    client.socket.close()
  })

  test('continues after a lost connection with what both sides lack', async () => {
    const { admin, address, ...page } = await aPage()
    const one = await coedit(address, admin, page)
    const two = await coedit(address, admin, page)
    const { doc } = two
    const text = textIdOf(two)
    two.socket.terminate()
    await two.closed
    await one.type('Meanwhile.\n')
    doc.getText('markdown').insert(0, 'Offline. ')
    const again = await coedit(address, admin, page, { doc, text })
    const [opened] = again.messages.flatMap((message) => (message.type === 'opened' ? [message] : []))
    again.sendUpdate(Y.encodeStateAsUpdate(doc, Buffer.from(opened?.stateVector ?? '', 'base64')))
    await one.waitFor(() => one.text().includes('Offline'))
    expect(again.text()).toBe('Offline. First line\nMeanwhile.\n')
    expect(one.text()).toBe(again.text())
    one.socket.close()
    again.socket.close()
  })

  test('saves right away when someone asks for it', async () => {
    const { admin, address, ...page } = await aPage()
    const client = await coedit(address, admin, page)
    await client.type('Now.\n')
    client.send({ type: 'save' })
    await client.waitFor(() => isSavedIn(client))
    expect(await storedText(admin, page.spaceId, page.pageId)).toBe('First line\nNow.\n')
    await client.type('Later.\n')
    client.send({ type: 'save' })
    await client.waitFor(() => isSavedIn(client))
    const { items } = await app.as(admin)(api.revisions.list, {
      params: { spaceId: page.spaceId },
      query: {},
    })
    expect(items.slice(0, 2).map(({ id }) => id)).toHaveLength(2)
    expect(items[0]?.parents).toEqual([items[1]?.id])
    client.socket.close()
  })

  test('a save that has nothing to add completes the revision, too, and the push begins', async () => {
    const { organizationId, admin, address, call, ...page } = await aPage()
    const client = await coedit(address, admin, page)
    await client.type('First.\n')
    await save(organizationId, client)
    await client.waitFor(() => isSavedIn(client))
    const key = `git-sync-session-${page.spaceId}`
    const payload = JSON.stringify({ organizationId, spaceId: page.spaceId, cause: 'change' })
    await sql`select graphile_worker.add_job('sync-git', payload := ${payload}::json, job_key := ${key},
      run_at := now() + interval '5 minutes')`.execute(app.db)
    const secondsUntilPush = async () => {
      const { rows } = await sql<{
        seconds: number
      }>`select extract(epoch from run_at - now())::integer as seconds
        from graphile_worker.jobs where key = ${key}`.execute(app.db)
      return rows[0]?.seconds
    }
    client.send({ type: 'save' })
    await expect.poll(secondsUntilPush).toBeLessThan(10)
    await client.type('Second.\n')
    await save(organizationId, client)
    const { items } = await call(api.revisions.list, { params: page, query: {} })
    expect(items[0]?.parents).toEqual([items[1]?.id])
    expect(items).toHaveLength(4)
    client.socket.close()
  })

  test('sends cursors with the name of their owner, and who left', async () => {
    const { admin, address, ...page } = await aPage()
    const one = await coedit(address, admin, page)
    const two = await coedit(address, admin, page)
    two.send({ type: 'cursor', anchor: 'AAAA', head: 'AAAA' })
    await one.waitFor(() => one.messages.some(({ type }) => type === 'cursor'))
    const cursor = one.messages.find((message) => message.type === 'cursor')
    expect(cursor).toMatchObject({ user: { id: admin.userId }, anchor: 'AAAA' })
    two.socket.close()
    await one.waitFor(() => one.messages.some(({ type }) => type === 'left'))
    one.socket.close()
  })

  test('works on pages of change requests, which are saved before a merge', async () => {
    const { admin, address, call, ...page } = await aPage()
    const request = await call(api.changeRequests.create, { params: page, body: { subject: 'Change' } })
    const params = { spaceId: page.spaceId, changeRequestId: request.id }
    const client = await coedit(address, admin, { ...page, changeRequestId: request.id })
    await client.type('Last words.\n')
    await call(api.changeRequests.merge, { params })
    expect(await storedText(admin, page.spaceId, page.pageId)).toBe('First line\nLast words.\n')
    expect(await client.closed).toBe(coeditingCloseCodes.gone)
  })

  test('says why a text cannot be saved, and saves it when it can be', async () => {
    const { organizationId, admin, address, call, ...page } = await aPage()
    const client = await coedit(address, admin, page)
    await call(api.spaces.update, { params: page, body: { editMode: 'locked' } })
    await client.type('Too late?\n')
    await save(organizationId, client)
    await client.waitFor(() =>
      client.messages.some((one) => one.type === 'saving' && one.problem?.type === 'space_locked'),
    )
    await call(api.spaces.update, { params: page, body: { editMode: 'live' } })
    await client.waitFor(() => client.messages.at(-1)?.type === 'saving' && isSavedIn(client))
    expect(await storedText(admin, page.spaceId, page.pageId)).toBe('First line\nToo late?\n')
    client.socket.close()
  })

  test('ends when the page is deleted or the person loses access', async () => {
    const { organizationId, admin, address, call, ...page } = await aPage()
    const member = await app.aMember(organizationId, 'edit')
    const theirs = await coedit(address, member, page)
    await call(api.members.update, {
      params: { organizationId, userId: member.userId },
      body: { role: 'read' },
    })
    expect(await theirs.closed).toBe(coeditingCloseCodes.forbidden)
    const suspended = await app.aMember(organizationId, 'edit')
    const suspendeds = await coedit(address, suspended, page)
    await call(api.members.update, {
      params: { organizationId, userId: suspended.userId },
      body: { disabled: true },
    })
    expect(await suspendeds.closed).toBe(coeditingCloseCodes.forbidden)
    const mine = await coedit(address, admin, page)
    await call(api.spaceContent.edit, {
      params: page,
      body: { changes: [{ operation: 'delete_page', page: page.pageId }] },
    })
    expect(await mine.closed).toBe(coeditingCloseCodes.gone)
  })

  test('is refused to people who cannot edit, to read-only tokens and to other websites', async () => {
    const { organizationId, admin, address, ...page } = await aPage()
    const reader = await app.aMember(organizationId, 'read')
    const bearer = { authorization: `Bearer ${reader.token}` }
    await expect(connectTo(address, page, bearer)).rejects.toThrow('403')
    await expect(connectTo(address, page, {})).rejects.toThrow('401')
    const call = app.as(admin)
    const { token } = await call(api.tokens.create, { body: { label: 'Reads', readOnly: true } })
    const readOnly = { authorization: `Bearer ${token}` }
    await expect(connectTo(address, page, readOnly)).rejects.toThrow('403')
    const { userId } = admin
    const session = { userId, userAgent: null, ip: null, method: 'password', now: new Date() } as const
    const cookie = `${sessionCookie}=${await openSession(app.db, session)}`
    const foreign = { cookie, origin: 'https://elsewhere.example' }
    await expect(connectTo(address, page, foreign)).rejects.toThrow('403')
    const own = await connectTo(address, page, { cookie, origin: address })
    own.close()
  })

  test('is refused for a page that is too long', async () => {
    const { admin, address, ...page } = await aPage('x'.repeat(2_200_000))
    const socket = await connectTo(address, page, { authorization: `Bearer ${admin.token}` })
    socket.send(JSON.stringify({ type: 'open' }))
    const [code] = await once(socket, 'close')
    expect(code).toBe(coeditingCloseCodes.tooLong)
  })

  test('works across instances', async () => {
    const { admin, address, ...page } = await aPage()
    const { service, connectionString } = app
    const database = openDatabase(connectionString, { max: 4 })
    const { config, log } = service
    const other = await buildApp(
      serviceOf(config, database.db, log, connectionString),
      operations,
      makeTestFolder(),
    )
    try {
      const one = await coedit(address, admin, page)
      const two = await coedit(await other.listen({ port: 0, host: '127.0.0.1' }), admin, page)
      await Promise.all([one.type('From one.\n'), two.type('From two.\n', 0)])
      await one.waitFor(() => one.text().includes('two'))
      await two.waitFor(() => two.text().includes('one'))
      expect(one.text()).toBe(two.text())
      two.send({ type: 'cursor', anchor: 'AAAA', head: 'AAAA' })
      await one.waitFor(() => one.messages.some(({ type }) => type === 'cursor'))
      one.socket.close()
      two.socket.close()
    } finally {
      await other.close()
      await database.close()
    }
  })

  test('someone who joins while the last one leaves sees what others write', async () => {
    const { admin, address, ...page } = await aPage()
    for (let round = 0; round < 10; round++) {
      const leaving = await coedit(address, admin, page)
      leaving.socket.close()
      const one = await coedit(address, admin, page)
      const two = await coedit(address, admin, page)
      await two.type(`Round ${round}.\n`)
      await one.waitFor(() => one.text().includes(`Round ${round}.`))
      expect(one.text()).toBe(two.text())
      one.socket.close()
      two.socket.close()
    }
  })

  test('what is saved elsewhere while the text is being opened appears in it', async () => {
    const { admin, address, call, ...page } = await aPage()
    for (let round = 0; round < 10; round++) {
      const document = { markdown: `Round ${round}.\n` }
      const changes = [{ operation: 'update_page' as const, page: page.pageId, document }]
      const [client] = await Promise.all([
        coedit(address, admin, page),
        call(api.spaceContent.edit, { params: page, body: { changes } }),
      ])
      await client.waitFor(() => client.text().includes(`Round ${round}.`))
      client.socket.close()
      await client.closed
    }
  })

  test('other requests that offer an upgrade are answered as before', async () => {
    const { admin, ...page } = await aPage()
    const url = `/v1/spaces/${page.spaceId}`
    const response = await app.send({ method: 'GET', url, token: admin.token, headers: { upgrade: 'h2c' } })
    expect(response.status).toBe(200)
  })
})

const isSavedIn = ({ messages }: CoeditingClient): boolean => {
  const last = messages.at(-1)
  return last?.type === 'saving' && last.isSaved
}
