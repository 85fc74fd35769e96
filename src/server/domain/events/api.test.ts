import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { openDatabase } from '#server/db/client.ts'
import { buildApp } from '#server/http/app.ts'
import { operations } from '#server/http/operations.ts'
import { serviceOf } from '#server/service.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/test-folder.ts'

const app = useTestApp()

/** Hears an organization's changes until told to leave. */
async function hear(person: Person, organizationId: string, at?: string) {
  const leave = new AbortController()
  const answered = await fetch(`${at ?? (await app.address())}/v1/orgs/${organizationId}/events`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: leave.signal,
  })
  expect(answered.status).toBe(200)
  expect(answered.headers.get('content-type')).toContain('text/event-stream')
  const heard: ChangeEvent[] = []
  const wakes: (() => void)[] = []
  const ended = read(answered, (event) => {
    heard.push(event)
    for (const wake of wakes.splice(0)) wake()
  }).catch(() => undefined)
  const until = async (is: (event: ChangeEvent) => boolean): Promise<ChangeEvent> => {
    for (;;) {
      const found = heard.find(is)
      if (found !== undefined) return found
      await new Promise<void>((wake) => wakes.push(wake))
    }
  }
  await until(({ type }) => type === 'hello')
  return { heard, until, ended, leave: () => leave.abort() }
}

async function read(answered: Response, on: (event: ChangeEvent) => void): Promise<void> {
  let text = ''
  for await (const part of answered.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const line of blocks.flatMap((block) => block.split('\n'))) {
      if (line.startsWith('data: ')) on(JSON.parse(line.slice(6)) as ChangeEvent)
    }
  }
}

const ofType = (type: string) => (event: ChangeEvent) => event.type === type

describe('the change stream', () => {
  test('tells what was committed, with its version', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const stream = await hear(admin, organizationId)
    const space = await app.as(admin)(api.spaces.create, {
      params: { organizationId },
      body: { title: 'New' },
    })
    const made = await stream.until((event) => event.id === space.id)
    expect(made.type).toBe('space.created')
    const changed = await app.as(admin)(api.spaces.update, {
      params: { spaceId: space.id },
      body: { title: 'Newer' },
    })
    const event = await stream.until(
      ({ type, version }) => type === 'space.updated' && version === changed.version,
    )
    expect(event.id).toBe(space.id)
    stream.leave()
  })

  test('tells nobody of what they may not see, and everybody that access changed', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const guest = await app.aMember(organizationId, null)
    const stream = await hear(guest, organizationId)
    const call = app.as(admin)
    const hidden = await call(api.spaces.create, { params: { organizationId }, body: { title: 'Hidden' } })
    await call(api.spaces.update, { params: { spaceId: hidden.id }, body: { title: 'Still hidden' } })
    await call(api.spaces.update, { params: { spaceId: hidden.id }, body: { defaultLevel: 'read' } })
    await stream.until(ofType('access.updated'))
    expect(stream.heard.map(({ id }) => id)).not.toContain(hidden.id)
    stream.leave()
  })

  test('tells of change requests whoever may see their space', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const reader = await app.aMember(organizationId, 'read')
    const guest = await app.aMember(organizationId, null)
    const call = app.as(admin)
    const { id: spaceId } = await call(api.spaces.create, {
      params: { organizationId },
      body: { title: 'Guide' },
    })
    const [stream, unseen] = [await hear(reader, organizationId), await hear(guest, organizationId)]
    const request = await call(api.changeRequests.create, { params: { spaceId } })
    const event = await stream.until(({ id }) => id === request.id)
    expect(event).toMatchObject({ type: 'change-request.created', parent: spaceId, version: 1 })
    const params = { spaceId, changeRequestId: request.id }
    await call(api.changeRequests.update, { params, body: { status: 'open' } })
    await stream.until(({ type, id }) => type === 'change-request.updated' && id === request.id)
    await call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: 'read' } })
    await unseen.until(ofType('access.updated'))
    expect(unseen.heard.map(({ id }) => id)).not.toContain(request.id)
    stream.leave()
    unseen.leave()
  })

  test('tells a guest of the site they were given a role on, and of no other', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const guest = await app.aMember(organizationId, null)
    const call = app.as(admin)
    const aSite = async (title: string) =>
      (await call(api.sites.create, { params: { organizationId }, body: { title } })).id
    const [own, other] = [await aSite('Own'), await aSite('Other')]
    const params = { organizationId, siteId: own }
    const stream = await hear(guest, organizationId)
    await call(api.sitePermissions.grant, { params, body: { role: 'read', users: [guest.userId] } })
    await stream.until(ofType('access.updated'))
    await call(api.sites.update, { params: { organizationId, siteId: other }, body: { title: 'Unheard' } })
    await call(api.sites.update, { params, body: { title: 'Heard' } })
    await stream.until(({ type, id }) => type === 'site.updated' && id === own)
    await call(api.siteSectionGroups.create, { params, body: { title: 'Group' } })
    expect((await stream.until(ofType('site-section-group.created'))).parent).toBe(own)
    expect(stream.heard.map(({ id }) => id)).not.toContain(other)
    stream.leave()
  })

  test('tells of what is gone without its id', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const reader = await app.aMember(organizationId, 'read')
    const call = app.as(admin)
    const shelf = await call(api.collections.create, { params: { organizationId }, body: { title: 'Old' } })
    const stream = await hear(reader, organizationId)
    await call(api.collections.delete, { params: { collectionId: shelf.id } })
    await stream.until(ofType('library.updated'))
    expect(stream.heard.map(({ id }) => id)).not.toContain(shelf.id)
    stream.leave()
  })

  test('tells of comments, replies and reactions to who may see the space, and of their end', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const [reader, guest] = [
      await app.aMember(organizationId, 'read'),
      await app.aMember(organizationId, null),
    ]
    const call = app.as(admin)
    const { id: spaceId } = await call(api.spaces.create, {
      params: { organizationId },
      body: { title: 'Talk' },
    })
    const streams = [await hear(reader, organizationId), await hear(guest, organizationId)] as const
    const body = { body: { markdown: 'Text' } }
    const comment = await call(api.spaceComments.create, { params: { spaceId }, body })
    const at = { params: { spaceId, commentId: comment.id } }
    const word = { id: comment.id, parent: spaceId }
    expect(await streams[0].until(ofType('comment.created'))).toEqual({
      type: 'comment.created',
      version: 1,
      ...word,
    })
    await call(api.spaceComments.update, { ...at, body: { addedReactions: ['1f44d'] } })
    expect(await streams[0].until(ofType('comment.updated'))).toEqual({ type: 'comment.updated', ...word })
    const reply = await call(api.spaceCommentReplies.create, { ...at, query: {}, body })
    expect(await streams[0].until(ofType('comment-reply.created'))).toMatchObject({
      id: reply.id,
      parent: spaceId,
    })
    await call(api.spaceComments.delete, at)
    expect(await streams[0].until(ofType('comment.deleted'))).toMatchObject(word)
    expect(await streams[0].until(ofType('comment-reply.deleted'))).toMatchObject({ id: reply.id })
    expect(streams[0].heard.map(({ type }) => type)).not.toContain('library.updated')
    await call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: 'read' } })
    await streams[1].until(ofType('access.updated'))
    expect(streams[1].heard.filter(({ type }) => type.startsWith('comment'))).toEqual([])
    for (const stream of streams) stream.leave()
  })

  test('tells too many changes at once as one reset', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const stream = await hear(admin, organizationId)
    await app.db.transaction().execute(async (tx) => {
      const now = new Date()
      const rows = Array.from({ length: 40 }, (_, index) => ({
        organization_id: organizationId,
        id: `many${organizationId}${index}`,
        order_key: `a${index}`,
        title: 'One of many',
        created_at: now,
        updated_at: now,
      }))
      await tx.insertInto('collection').values(rows).execute()
    })
    await stream.until(ofType('reset'))
    stream.leave()
  })

  test('is heard at another instance on the same database', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const { service, connectionString } = app
    const other = openDatabase(connectionString, { max: 2 })
    const second = await buildApp(
      serviceOf(service.config, other.db, service.log, connectionString),
      operations,
      makeTestFolder(),
    )
    try {
      const stream = await hear(admin, organizationId, await second.listen({ port: 0, host: '127.0.0.1' }))
      const params = { organizationId }
      const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'Made at the first' } })
      expect((await stream.until(({ id }) => id === space.id)).type).toBe('space.created')
      stream.leave()
    } finally {
      await second.close()
      await other.close()
    }
  })

  test('hears on after its connection to the database broke, and says that something may be missed', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const stream = await hear(admin, organizationId)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lectern changes' and datname = current_database()`.execute(app.db)
    await stream.until(ofType('reset'))
    const params = { organizationId }
    const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'Afterwards' } })
    await stream.until(({ id }) => id === space.id)
    stream.leave()
  })

  test('ends when the member is suspended', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const member = await app.aMember(organizationId, 'edit')
    const stream = await hear(member, organizationId)
    const suspended = app.db
      .updateTable('member')
      .set({ disabled: true })
      .where('user_id', '=', member.userId)
    await suspended.execute()
    await stream.ended
    const call = app.as(admin)
    await call(api.spaces.create, { params: { organizationId }, body: { title: 'Unheard' } })
    expect(stream.heard.filter(({ type }) => type.startsWith('space'))).toEqual([])
  })

  test('is heard by the other organization only as its own', async () => {
    const one = await app.anOrganization('One')
    const two = await app.anOrganization('Two')
    const stream = await hear(two.admin, two.organizationId)
    await app.as(one.admin)(api.spaces.create, {
      params: { organizationId: one.organizationId },
      body: { title: 'Elsewhere' },
    })
    const own = await app.as(two.admin)(api.spaces.create, {
      params: { organizationId: two.organizationId },
      body: { title: 'Here' },
    })
    await stream.until(({ id }) => id === own.id)
    expect(stream.heard.filter(({ type }) => type === 'space.created').map(({ id }) => id)).toEqual([own.id])
    stream.leave()
  })
})
