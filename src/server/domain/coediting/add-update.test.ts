import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { api } from '#contract/api.ts'
import { MAX_COEDITED_TEXT_LENGTH } from '#contract/coediting.ts'
import { useTestApp } from '#testing/app.ts'
import { aPageToCoedit, type CoeditingClient, coedit } from '#testing/coediting-client.ts'
import { saveText } from '../../coediting/save.ts'

const app = useTestApp()

const textOf = ({ messages }: CoeditingClient): string =>
  messages.flatMap((one) => (one.type === 'opened' ? [one.text] : []))[0] ?? ''

/** Another window with the same text. */
function copyOf({ doc }: CoeditingClient): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  return copy
}

/** What a window writes, as a request sends it. */
function written(doc: Y.Doc, write: (markdown: Y.Text) => void): string {
  const before = Y.encodeStateVector(doc)
  write(doc.getText('markdown'))
  return Buffer.from(Y.encodeStateAsUpdate(doc, before)).toString('base64')
}

/** A page that is open in one window, with an update that another window of the same person could not send. */
async function aLastUpdate(markdown?: string) {
  const { admin, address, call, organizationId, ...page } = await aPageToCoedit(app, markdown)
  const client = await coedit(address, admin, page)
  const update = written(copyOf(client), (text) => text.insert(0, 'Last words. '))
  const body = { text: textOf(client), update }
  const params = { spaceId: page.spaceId, pageId: page.pageId }
  const save = () => saveText(app.service, { organizationId, textId: body.text })
  const stored = async () => {
    const one = await call(api.spaceContent.page, { params, query: {} })
    return one.type === 'document' ? one.markdown : undefined
  }
  return { organizationId, admin, address, call, page, client, body, params, save, stored }
}

test('an update reaches everyone who has the page open, and is saved', async () => {
  const { admin, call, client, body, params, save, stored } = await aLastUpdate()
  const state = await call(api.coediting.addUpdate, { params, body })
  expect(state).toMatchObject({ isSaved: false, people: [{ id: admin.userId }] })
  await client.waitFor(() => client.text() === 'Last words. First line\n')
  await save()
  expect(await stored()).toBe('Last words. First line\n')
  client.socket.close()
})

test('an update is stored when no one has the page open, and its author is no one who does', async () => {
  const { organizationId, call, client, body, params, save, stored } = await aLastUpdate()
  const other = await app.aMember(organizationId, 'edit')
  client.socket.close()
  await client.closed
  const { people } = await app.as(other)(api.coediting.addUpdate, { params, body })
  expect(people).toEqual([])
  expect(await call(api.coediting.page, { params })).toMatchObject({ isSaved: false, people: [] })
  await save()
  expect(await stored()).toBe('Last words. First line\n')
  const { items } = await call(api.revisions.list, { params, query: {} })
  expect(items[0]?.createdBy?.id).toBe(other.userId)
})

test('the same update twice changes nothing, also after it was saved', async () => {
  const { call, client, body, params, save, stored } = await aLastUpdate()
  const revisions = async () => (await call(api.revisions.list, { params, query: {} })).items.length
  await call(api.coediting.addUpdate, { params, body })
  await call(api.coediting.addUpdate, { params, body })
  await save()
  const before = await revisions()
  await call(api.coediting.addUpdate, { params, body })
  await save()
  expect(await stored()).toBe('Last words. First line\n')
  expect(await revisions()).toBe(before)
  await client.waitFor(() => client.text() === 'Last words. First line\n')
  client.socket.close()
})

test('an update may follow what another instance stored a moment before', async () => {
  const { admin, call, client, body, params, save, stored } = await aLastUpdate()
  const window = copyOf(client)
  const first = Buffer.from(
    written(window, (text) => text.insert(0, 'One. ')),
    'base64',
  )
  await sql`with text as (update coedited_text set last_sequence = last_sequence + 1 where id = ${body.text} returning *)
    insert into coedited_update (organization_id, space_id, text_id, sequence, user_id, update)
    select organization_id, space_id, id, last_sequence, ${admin.userId}, ${first}::bytea from text`.execute(
    app.db,
  )
  const update = written(window, (text) => text.insert(5, 'Two. '))
  await call(api.coediting.addUpdate, { params, body: { ...body, update } })
  await client.waitFor(() => client.text() === 'One. Two. First line\n')
  await save()
  expect(await stored()).toBe('One. Two. First line\n')
  client.socket.close()
})

test('an update of another text is a conflict, and is not applied', async () => {
  const { call, client, body, params, stored } = await aLastUpdate()
  const other = { ...body, text: 'anothertext' }
  await expect(call(api.coediting.addUpdate, { params, body: other })).rejects.toMatchObject({
    status: 409,
    type: 'conflict',
  })
  expect(await stored()).toBe('First line\n')
  client.socket.close()
})

test('an update that is damaged, incomplete or written under the id of someone else is invalid', async () => {
  const { organizationId, admin, call, client, body, params } = await aLastUpdate()
  await client.type('Mine.')
  const window = copyOf(client)
  written(window, (text) => text.insert(0, 'Never sent. '))
  const forged = copyOf(client)
  forged.clientID = client.doc.clientID
  const member = await app.aMember(organizationId, 'edit')
  for (const [person, update] of [
    [admin, Buffer.from([9, 9, 9, 9, 255, 255]).toString('base64')],
    [admin, ''],
    [admin, written(window, (text) => text.insert(5, 'On top of it. '))],
    [member, written(forged, (text) => text.insert(0, 'Forged. '))],
  ] as const) {
    const adding = app.as(person)(api.coediting.addUpdate, { params, body: { ...body, update } })
    await expect(adding, update).rejects.toMatchObject({
      status: 400,
      type: 'validation',
      issues: [{ path: ['body', 'update'] }],
    })
  }
  await call(api.coediting.addUpdate, { params, body })
  await client.waitFor(() => client.text() === 'Last words. First line\nMine.')
  client.socket.close()
})

test('an update that makes the text too long is refused', async () => {
  const { call, client, body, params } = await aLastUpdate('x'.repeat(MAX_COEDITED_TEXT_LENGTH - 10))
  await expect(call(api.coediting.addUpdate, { params, body })).rejects.toMatchObject({
    status: 413,
    type: 'payload_too_large',
  })
  client.socket.close()
})

test('a page without a text, and a deleted one, are not found', async () => {
  const { call, client, body, params } = await aLastUpdate()
  client.socket.close()
  const { changes } = await call(api.spaceContent.edit, {
    params,
    body: {
      changes: [
        { operation: 'delete_page', page: params.pageId },
        { operation: 'insert_page', type: 'group', title: 'Group' },
      ],
    },
  })
  const groups = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  expect(groups).toHaveLength(1)
  for (const pageId of [params.pageId, ...groups]) {
    const adding = call(api.coediting.addUpdate, { params: { ...params, pageId }, body })
    await expect(adding).rejects.toMatchObject({ status: 404, type: 'not_found' })
  }
})

test('an update of a change request is saved there, until that is merged', async () => {
  const { admin, address, call, page, client, params } = await aLastUpdate()
  client.socket.close()
  const { id } = await call(api.changeRequests.create, { params, body: { subject: 'Change' } })
  const inRequest = { ...params, changeRequestId: id }
  const writer = await coedit(address, admin, { ...page, changeRequestId: id })
  const add = (words: string) => {
    const update = written(copyOf(writer), (text) => text.insert(0, words))
    return call(api.coediting.addChangeRequestUpdate, {
      params: inRequest,
      body: { text: textOf(writer), update },
    })
  }
  await add('Last words. ')
  await writer.waitFor(() => writer.text() === 'Last words. First line\n')
  await call(api.changeRequests.merge, { params: inRequest })
  const merged = await call(api.spaceContent.page, { params, query: {} })
  expect(merged).toMatchObject({ markdown: 'Last words. First line\n' })
  await expect(add('Too late. ')).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})

test('an update of a locked space is stored, and saved when it can be', async () => {
  const { call, client, body, params, save, stored } = await aLastUpdate()
  await call(api.spaces.update, { params, body: { editMode: 'locked' } })
  await call(api.coediting.addUpdate, { params, body })
  await save()
  const { problem } = await call(api.coediting.page, { params })
  expect([problem?.type, await stored()]).toEqual(['space_locked', 'First line\n'])
  await call(api.spaces.update, { params, body: { editMode: 'live' } })
  await save()
  expect(await stored()).toBe('Last words. First line\n')
  client.socket.close()
})
