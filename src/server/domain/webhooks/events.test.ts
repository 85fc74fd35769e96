import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function subscribed(events: readonly string[] = webhookEventTypes, isOfSpace = false) {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const space = isOfSpace ? (await call(api.spaces.create, { params, body: { title: 'Own' } })).id : undefined
  const { id } = await call(api.webhooks.create, {
    params,
    body: {
      url: 'https://hooks.example.com/',
      events: events as never,
      ...(space === undefined ? {} : { space }),
    },
  })
  const at = { params: { ...params, webhookId: id } }
  /** The events since the last call, oldest first. */
  let seen = 0
  const news = async () => {
    const { items, count } = await call(api.webhooks.listDeliveries, { ...at, query: { limit: 1000 } })
    const deliveries = items.toReversed().slice(seen)
    seen = count
    return Promise.all(
      deliveries.map(
        async ({ id: deliveryId }) =>
          (await call(api.webhooks.getDelivery, { params: { ...at.params, deliveryId } })).payload,
      ),
    )
  }
  return { organizationId, admin, call, params, at, news, space: space ?? '' }
}

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type).toSorted()

test('changes of spaces and their content are events with the person who made them', async () => {
  const { admin, call, params, news, organizationId } = await subscribed()
  const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  const actor = { type: 'user', id: admin.userId }
  expect(await news()).toMatchObject([
    { type: 'space.created', data: { organization: organizationId, id: spaceId, actor } },
  ])
  const at = { params: { spaceId } }
  const { version } = await call(api.spaces.update, { ...at, body: { title: 'New guide' } })
  expect(await news()).toMatchObject([{ type: 'space.updated', data: { id: spaceId, version, actor } }])
  await call(api.spaceContent.edit, {
    ...at,
    body: { changes: [{ operation: 'insert_page', title: 'Secret page', document: { markdown: 'Text' } }] },
  })
  const edited = await news()
  expect(edited).toMatchObject([{ type: 'space.content_updated', data: { id: spaceId, actor } }])
  expect(JSON.stringify(edited)).not.toContain('Secret page')
  await call(api.spaces.delete, at)
  expect(typesOf(await news())).toEqual(['space.deleted'])
  await call(api.spaces.restore, at)
  expect(typesOf(await news())).toEqual(['space.restored'])
})

test('the saves of an editing session are one delivery, a minute after the first', async () => {
  const { call, params, news } = await subscribed()
  const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  const edit = (title: string, editingSession?: string) =>
    call(api.spaceContent.edit, {
      params: { spaceId },
      body: {
        ...(editingSession === undefined ? {} : { editingSession }),
        changes: [{ operation: 'insert_page', title, document: { markdown: 'Text' } }],
      },
    })
  await news()
  for (const title of ['A', 'B', 'C']) await edit(title, 'session-of-tab-1')
  expect(typesOf(await news())).toEqual(['space.content_updated'])
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs
    where task_identifier = 'deliver-webhook' order by run_at desc limit 1`.execute(app.db)
  expect(rows[0]?.seconds).toBeGreaterThan(30)
  // Any other edit is delivered right away.
  await edit('D')
  expect(typesOf(await news())).toEqual(['space.content_updated'])
  // Once the delivery was sent, or is about to be, the next save is another one.
  await app.db
    .updateTable('webhook_delivery')
    .set({ status: 'succeeded', attempts: 1, next_attempt_at: null })
    .execute()
  await edit('E', 'session-of-tab-1')
  await edit('F', 'session-of-tab-1')
  expect(typesOf(await news())).toEqual(['space.content_updated'])
})

test('change requests, reviews and comments are events', async () => {
  const { organizationId, call, params, news } = await subscribed()
  const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  const reviewer = await app.aMember(organizationId, 'review')
  await news()
  const request = await call(api.changeRequests.create, { params: { spaceId }, body: { subject: 'Typo' } })
  const at = { params: { spaceId, changeRequestId: request.id } }
  await call(api.changeRequestContent.edit, {
    ...at,
    body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }] },
  })
  await call(api.changeRequests.update, { ...at, body: { status: 'open' } })
  await app.as(reviewer)(api.changeRequestReviews.create, { ...at, body: { status: 'approved' } })
  expect(await news()).toMatchObject([
    { type: 'change_request.created', data: { id: request.id, parent: spaceId } },
    { type: 'change_request.updated' },
    { type: 'change_request.opened' },
    { type: 'review.submitted', data: { parent: request.id, actor: { id: reviewer.userId } } },
  ])
  await call(api.changeRequests.merge, at)
  expect(typesOf(await news())).toEqual(['change_request.merged', 'space.content_updated'])
  const comment = await call(api.spaceComments.create, {
    params: { spaceId },
    body: { body: { markdown: 'Why?' } },
  })
  const onComment = { params: { spaceId, commentId: comment.id } }
  await call(api.spaceCommentReplies.create, { ...onComment, body: { body: { markdown: 'So' } } })
  await call(api.spaceComments.update, { ...onComment, body: { resolved: true } })
  expect(typesOf(await news())).toEqual(['comment.created', 'comment.resolved', 'comment_reply.created'])
  await call(api.spaceComments.delete, onComment)
  expect(typesOf(await news())).toEqual(['comment.deleted', 'comment_reply.deleted'])
})

test('changes of the parts of a site are one event of the site', async () => {
  const { organizationId, call, params, news } = await subscribed()
  const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  const site = await call(api.sites.create, { params, body: { title: 'Docs', spaces: [spaceId] } })
  expect(typesOf(await news())).toEqual(['site.created', 'space.created', 'space.updated'])
  const at = { params: { organizationId, siteId: site.id } }
  await call(api.siteSectionGroups.create, { ...at, body: { title: 'Group' } })
  const [structure, ...others] = await news()
  expect(structure).toMatchObject({ type: 'site.structure_updated', data: { id: site.id } })
  expect(structure?.data).not.toHaveProperty('version')
  expect(others).toEqual([])
  await call(api.sites.publish, at)
  expect(typesOf(await news())).toEqual(['site.published'])
})

test('people, teams, collections and settings are events', async () => {
  const { organizationId, admin, call, params, news } = await subscribed()
  const member = await app.aMember(organizationId, 'read')
  const path = { params: { organizationId, userId: member.userId } }
  await call(api.members.update, { ...path, body: { role: 'edit' } })
  await call(api.members.update, { ...path, body: { disabled: true } })
  await call(api.members.update, { ...path, body: { disabled: false } })
  expect(await news()).toMatchObject([
    { type: 'member.added', data: { id: member.userId } },
    { type: 'member.updated', data: { actor: { id: admin.userId } } },
    { type: 'member.suspended' },
    { type: 'member.reinstated' },
  ])
  const team = await call(api.teams.create, { params, body: { title: 'Writers', members: [member.userId] } })
  await call(api.teams.update, { params: { organizationId, teamId: team.id }, body: { title: 'Authors' } })
  const created = await news()
  expect(typesOf(created)).toEqual(['team.created', 'team.updated'])
  await call(api.collections.create, { params, body: { title: 'Manuals' } })
  await call(api.customFields.create, { params, body: { name: 'owner', type: 'text' } })
  await call(api.organizations.update, { params, body: { title: 'New title' } })
  expect(typesOf(await news())).toEqual([
    'collection.created',
    'custom_field.created',
    'organization.updated',
  ])
  await call(api.members.delete, path)
  expect(typesOf(await news())).toContain('member.removed')
})

test('a webhook gets only the events it subscribes to', async () => {
  const { call, params, news } = await subscribed(['space.updated'])
  const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  await call(api.spaces.update, { params: { spaceId }, body: { title: 'New guide' } })
  await call(api.collections.create, { params, body: { title: 'Manuals' } })
  expect(typesOf(await news())).toEqual(['space.updated'])
})

test('a refused change leaves no event', async () => {
  const { call, params, news } = await subscribed()
  const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  await news()
  const stale = call(api.spaces.update, { params: { spaceId }, body: { title: 'Other' } }, { ifMatch: 99 })
  await expect(stale).rejects.toMatchObject({ status: 412 })
  expect(await news()).toEqual([])
})

test('a webhook with 1,000 waiting deliveries gets no more, and shows it', async () => {
  const { call, params, at, organizationId, news } = await subscribed(['space.created'])
  const now = new Date()
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    organization_id: organizationId,
    webhook_id: at.params.webhookId,
    id: `waiting${n}`,
    event_id: 'none',
    created_at: now,
  }))
  await app.db.insertInto('webhook_delivery').values(rows).execute()
  await call(api.spaces.create, { params, body: { title: 'One too many' } })
  expect(await news()).toEqual([])
  expect((await call(api.webhooks.get, at)).droppedAt).toBeDefined()
})

test('a webhook of a space gets its events and no others, and goes with it', async () => {
  const { organizationId, call, params, at, news, space } = await subscribed(webhookEventTypes, true)
  expect(await call(api.webhooks.get, at)).toMatchObject({ space: { id: space, title: 'Own' } })
  const { id: other } = await call(api.spaces.create, { params, body: { title: 'Other' } })
  for (const spaceId of [other, space]) {
    const here = { params: { spaceId } }
    await call(api.spaces.update, { ...here, body: { title: `New ${spaceId}` } })
    const { id: changeRequestId } = await call(api.changeRequests.create, { ...here, body: {} })
    const request = { params: { spaceId, changeRequestId } }
    await call(api.changeRequests.update, { ...request, body: { status: 'open', subject: 'Values' } })
    await call(api.changeRequestComments.create, { ...request, body: { body: { markdown: 'Why?' } } })
  }
  await call(api.collections.create, { params, body: { title: 'Manuals' } })
  const { id: siteId } = await call(api.sites.create, { params, body: { title: 'Docs' } })
  const site = { params: { ...params, siteId } }
  await call(api.siteSections.create, { ...site, body: { spaceId: space, title: 'Guide' } })
  await call(api.sites.delete, site)
  const events = await news()
  expect(typesOf(events).filter((type) => type.startsWith('site.'))).toEqual([])
  expect(typesOf(events)).toEqual(
    expect.arrayContaining(['change_request.created', 'comment.created', 'space.updated']),
  )
  expect(events.filter(({ data }) => data.id === other || data.parent === other)).toEqual([])
  expect(typesOf(events)).not.toContain('collection.created')

  const missing = call(api.webhooks.create, {
    params,
    body: { url: 'https://hooks.example.com/', events: ['space.updated'], space: 'nosuchspace' },
  })
  await expect(missing).rejects.toMatchObject({ status: 404 })
  await app.db
    .deleteFrom('space')
    .where('organization_id', '=', organizationId)
    .where('id', '=', space)
    .execute()
  await expect(call(api.webhooks.get, at)).rejects.toMatchObject({ status: 404 })
})
