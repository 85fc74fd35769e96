import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { openEventStream } from '#testing/event-streams.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { openDatabase } from '../../db/client.ts'
import { buildApp } from '../../http/app.ts'
import { operations } from '../../http/operations.ts'
import { serviceOf } from '../../service.ts'

const app = useTestApp()

const openStream = async (person: Person, organizationId: string) =>
  openEventStream(await app.address(), person, organizationId)

const ofType = (type: string) => (event: ChangeEvent) => event.type === type

describe('the change stream', () => {
  test('reports committed changes with their version', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const stream = await openStream(admin, organizationId)
    const space = await app.as(admin)(api.spaces.create, {
      params: { organizationId },
      body: { title: 'New' },
    })
    const created = await stream.waitFor((event) => event.id === space.id)
    expect(created.type).toBe('space.created')
    const changed = await app.as(admin)(api.spaces.update, {
      params: { spaceId: space.id },
      body: { title: 'Newer' },
    })
    const event = await stream.waitFor(
      ({ type, version }) => type === 'space.updated' && version === changed.version,
    )
    expect(event.id).toBe(space.id)
    stream.close()
  })

  test('begins with the changes since the client read, if it says how long ago that was', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const guest = await app.aMember(organizationId, null)
    // The service remembers changes from its first stream on.
    const first = await openStream(admin, organizationId)
    const since = performance.now()
    const params = { organizationId }
    const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'In between' } })
    await first.waitFor(({ id }) => id === space.id)
    const elapsed = Math.ceil(performance.now() - since)
    const address = await app.address()
    const late = await openEventStream(address, admin, organizationId, elapsed)
    expect(await late.waitFor(({ id }) => id === space.id)).toMatchObject({ type: 'space.created' })
    // A request can take longer to arrive than the client has waited for the change.
    const slow = await openEventStream(address, admin, organizationId, 1)
    expect(await slow.waitFor(({ id }) => id === space.id)).toMatchObject({ type: 'space.created' })
    const hidden = await openEventStream(address, guest, organizationId, elapsed)
    await app.as(admin)(api.organizations.update, { params, body: { title: 'Renamed' } })
    await hidden.waitFor(ofType('organization.updated'))
    expect(hidden.events.map(({ id }) => id)).not.toContain(space.id)
    const earlier = await openEventStream(address, admin, organizationId, 60_000)
    await earlier.waitFor(ofType('reset'))
    for (const stream of [first, late, slow, hidden, earlier]) stream.close()
  })

  test('hides what a member may not see, and reports changed access to everyone', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const guest = await app.aMember(organizationId, null)
    const stream = await openStream(guest, organizationId)
    const call = app.as(admin)
    const hidden = await call(api.spaces.create, { params: { organizationId }, body: { title: 'Hidden' } })
    await call(api.spaces.update, { params: { spaceId: hidden.id }, body: { title: 'Still hidden' } })
    await call(api.spaces.update, { params: { spaceId: hidden.id }, body: { defaultLevel: 'read' } })
    await stream.waitFor(ofType('access.updated'))
    expect(stream.events.map(({ id }) => id)).not.toContain(hidden.id)
    stream.close()
  })

  test('reports pins only to the person who set them', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const other = await app.aMember(organizationId, 'admin')
    const call = app.as(admin)
    const params = { organizationId }
    const { id } = await call(api.spaces.create, { params, body: { title: 'Guide' } })
    const [mine, theirs] = [await openStream(admin, organizationId), await openStream(other, organizationId)]
    await call(api.pins.add, { params, body: { kind: 'space', id } })
    expect(await mine.waitFor(ofType('pin.updated'))).toMatchObject({ id: admin.userId })
    await call(api.spaces.update, { params: { spaceId: id }, body: { title: 'Guides' } })
    await theirs.waitFor(ofType('space.updated'))
    expect(theirs.events.map(({ type }) => type)).not.toContain('pin.updated')
    mine.close()
    theirs.close()
  })

  test('reports change requests to those who may see their space', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const reader = await app.aMember(organizationId, 'read')
    const guest = await app.aMember(organizationId, null)
    const call = app.as(admin)
    const { id: spaceId } = await call(api.spaces.create, {
      params: { organizationId },
      body: { title: 'Guide' },
    })
    const [stream, guestStream] = [
      await openStream(reader, organizationId),
      await openStream(guest, organizationId),
    ]
    const request = await call(api.changeRequests.create, { params: { spaceId } })
    const event = await stream.waitFor(({ id }) => id === request.id)
    expect(event).toMatchObject({ type: 'change-request.created', parent: spaceId, version: 1 })
    const params = { spaceId, changeRequestId: request.id }
    await call(api.changeRequests.update, { params, body: { status: 'open' } })
    await stream.waitFor(({ type, id }) => type === 'change-request.updated' && id === request.id)
    await call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: 'read' } })
    await guestStream.waitFor(ofType('access.updated'))
    expect(guestStream.events.map(({ id }) => id)).not.toContain(request.id)
    stream.close()
    guestStream.close()
  })

  test('reports only the sites a guest has a role on', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const guest = await app.aMember(organizationId, null)
    const call = app.as(admin)
    const aSite = async (title: string) =>
      (await call(api.sites.create, { params: { organizationId }, body: { title } })).id
    const [own, other] = [await aSite('Own'), await aSite('Other')]
    const params = { organizationId, siteId: own }
    const stream = await openStream(guest, organizationId)
    await call(api.sitePermissions.grant, { params, body: { role: 'read', users: [guest.userId] } })
    await stream.waitFor(ofType('access.updated'))
    await call(api.sites.update, { params: { organizationId, siteId: other }, body: { title: 'New other' } })
    await call(api.sites.update, { params, body: { title: 'New own' } })
    await stream.waitFor(({ type, id }) => type === 'site.updated' && id === own)
    await call(api.siteSectionGroups.create, { params, body: { title: 'Group' } })
    expect((await stream.waitFor(ofType('site-section-group.created'))).parent).toBe(own)
    expect(stream.events.map(({ id }) => id)).not.toContain(other)
    stream.close()
  })

  test('reports a deleted collection without its id', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const reader = await app.aMember(organizationId, 'read')
    const call = app.as(admin)
    const stream = await openStream(reader, organizationId)
    const collection = await call(api.collections.create, {
      params: { organizationId },
      body: { title: 'Old' },
    })
    const created = await stream.waitFor(({ id }) => id === collection.id)
    const later = () => stream.events.slice(stream.events.indexOf(created) + 1)
    await call(api.collections.delete, { params: { collectionId: collection.id } })
    await stream.waitFor((event) => later().includes(event) && event.type === 'library.updated')
    expect(later().map(({ id }) => id)).not.toContain(collection.id)
    stream.close()
  })

  test('reports comments, replies and reactions, deleted ones too, to those who may see the space', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const [reader, guest] = [
      await app.aMember(organizationId, 'read'),
      await app.aMember(organizationId, null),
    ]
    const call = app.as(admin)
    const { id: spaceId } = await call(api.spaces.create, {
      params: { organizationId },
      body: { title: 'Guide' },
    })
    const streams = [
      await openStream(reader, organizationId),
      await openStream(guest, organizationId),
    ] as const
    const body = { body: { markdown: 'Text' } }
    const comment = await call(api.spaceComments.create, { params: { spaceId }, body })
    const at = { params: { spaceId, commentId: comment.id } }
    const reported = { id: comment.id, parent: spaceId }
    expect(await streams[0].waitFor(ofType('comment.created'))).toEqual({
      type: 'comment.created',
      version: 1,
      ...reported,
    })
    await call(api.spaceComments.update, { ...at, body: { addedReactions: ['1f44d'] } })
    expect(await streams[0].waitFor(ofType('comment.updated'))).toEqual({
      type: 'comment.updated',
      ...reported,
    })
    const reply = await call(api.spaceCommentReplies.create, { ...at, query: {}, body })
    expect(await streams[0].waitFor(ofType('comment-reply.created'))).toMatchObject({
      id: reply.id,
      parent: spaceId,
    })
    await call(api.spaceComments.delete, at)
    expect(await streams[0].waitFor(ofType('comment.deleted'))).toMatchObject(reported)
    expect(await streams[0].waitFor(ofType('comment-reply.deleted'))).toMatchObject({ id: reply.id })
    expect(streams[0].events.map(({ type }) => type)).not.toContain('library.updated')
    await call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: 'read' } })
    await streams[1].waitFor(ofType('access.updated'))
    expect(streams[1].events.filter(({ type }) => type.startsWith('comment'))).toEqual([])
    for (const stream of streams) stream.close()
  })

  test('sends one reset for too many changes', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const stream = await openStream(admin, organizationId)
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
    await stream.waitFor(ofType('reset'))
    stream.close()
  })

  test('reaches listeners of another instance on the same database', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const { service, connectionString } = app
    const other = openDatabase(connectionString, { max: 2 })
    const second = await buildApp(
      serviceOf(service.config, other.db, service.log, connectionString),
      operations,
      makeTestFolder(),
    )
    try {
      const stream = await openEventStream(
        await second.listen({ port: 0, host: '127.0.0.1' }),
        admin,
        organizationId,
      )
      const params = { organizationId }
      const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'Made at the first' } })
      expect((await stream.waitFor(({ id }) => id === space.id)).type).toBe('space.created')
      stream.close()
    } finally {
      await second.close()
      await other.close()
    }
  })

  test('recovers from a lost database connection with a reset', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const stream = await openStream(admin, organizationId)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lectern changes' and datname = current_database()`.execute(app.db)
    await stream.waitFor(ofType('reset'))
    const params = { organizationId }
    const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'Afterwards' } })
    await stream.waitFor(({ id }) => id === space.id)
    stream.close()
  })

  test('ends when the member is suspended', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const member = await app.aMember(organizationId, 'edit')
    const stream = await openStream(member, organizationId)
    const suspended = app.db
      .updateTable('member')
      .set({ disabled: true })
      .where('user_id', '=', member.userId)
    await suspended.execute()
    await stream.ended
    const call = app.as(admin)
    await call(api.spaces.create, { params: { organizationId }, body: { title: 'New other' } })
    expect(stream.events.filter(({ type }) => type.startsWith('space'))).toEqual([])
  })

  test('reports nothing of other organizations', async () => {
    const one = await app.anOrganization('One')
    const two = await app.anOrganization('Two')
    const stream = await openStream(two.admin, two.organizationId)
    await app.as(one.admin)(api.spaces.create, {
      params: { organizationId: one.organizationId },
      body: { title: 'Elsewhere' },
    })
    const own = await app.as(two.admin)(api.spaces.create, {
      params: { organizationId: two.organizationId },
      body: { title: 'Here' },
    })
    await stream.waitFor(({ id }) => id === own.id)
    expect(stream.events.filter(({ type }) => type === 'space.created').map(({ id }) => id)).toEqual([own.id])
    stream.close()
  })
})
