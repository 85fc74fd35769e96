import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn, operationsOn, page } from '#testing/change-requests.ts'

const app = useTestApp()

test('a new request is a draft based on the head and can be read by id or number', async () => {
  const space = await aSpaceIn(app)
  const { revision } = await space.edit([page('A')])
  const created = await space.request('Torque values')
  expect(api.changeRequests.create.response.parse(created)).toEqual(created)
  expect(created).toMatchObject({
    object: 'change-request',
    number: 1,
    status: 'draft',
    subject: 'Torque values',
    space: space.spaceId,
    createdBy: { id: space.admin.userId },
    revision,
    revisionInitial: revision,
    comments: 0,
    outdated: false,
    version: 1,
  })
  expect(created.revisionMergedAncestor).toBeUndefined()
  expect(await space.look(created.id)).toEqual(created)
  expect(await space.look('1')).toEqual(created)
  expect((await space.request()).subject).toBe('')
  const events = await eventsOf(app.db, space.organizationId, created.id)
  expect(events).toMatchObject([
    {
      action: 'change-request.create',
      targetKind: 'change-request',
      targetLabel: '#1 Torque values',
      after: { subject: 'Torque values', status: 'draft', space: space.spaceId },
    },
  ])
  await space.edit([page('B')])
  expect(await space.look(created.id)).toMatchObject({ outdated: true, revision })
})

test('a request can be created without a body, even in a locked space', async () => {
  const space = await aSpaceIn(app)
  await space.as(api.spaces.update, { params: space.params, body: { editMode: 'locked' } })
  const { status, json, headers } = await app.send({
    method: 'POST',
    url: `/v1/spaces/${space.spaceId}/change-requests`,
    token: space.admin.token,
  })
  expect(status).toBe(201)
  expect(headers.location).toBe(api.changeRequests.create.response.parse(json()).urls.location)
})

test('subjects have up to 100 characters', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request('x'.repeat(100))
  await expect(space.request('x'.repeat(101))).rejects.toMatchObject({ status: 400, type: 'validation' })
  await expect(space.patch(id, { subject: 'x'.repeat(101) })).rejects.toMatchObject({ status: 400 })
})

test('concurrent requests get consecutive numbers, and the space counts them by status', async () => {
  const space = await aSpaceIn(app)
  const created = await Promise.all(Array.from({ length: 12 }, () => space.request()))
  expect(created.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
  const [a, b, c, ...rest] = created.map(({ id }) => id) as [string, string, string, ...string[]]
  await Promise.all([
    space.patch(a, { status: 'open' }),
    space.patch(b, { status: 'open' }),
    space.patch(c, { status: 'archived' }),
  ])
  expect(await space.space()).toMatchObject({
    changeRequests: 12,
    changeRequestsOpen: 2,
    changeRequestsDraft: 9,
  })
  await Promise.all([
    space.patch(a, { status: 'archived' }),
    space.patch(b, { status: 'draft' }),
    space.patch(c, { status: 'open' }),
    ...rest.map((id) => space.patch(id, { status: 'open' })),
  ])
  expect(await space.space()).toMatchObject({
    changeRequests: 12,
    changeRequestsOpen: 10,
    changeRequestsDraft: 1,
  })
  expect((await space.request()).number).toBe(13)
})

test('a patch changes subject and status, increments the version, respects If-Match and can be undone from the audit log', async () => {
  const space = await aSpaceIn(app)
  const created = await space.request('Old')
  const patched = await space.patch(created.id, { subject: 'New', status: 'open' })
  expect(patched).toMatchObject({ subject: 'New', status: 'open', version: 2 })
  expect(await space.patch('1', {})).toEqual(patched)
  expect(await space.patch('1', { subject: 'New' })).toEqual(patched)
  const stale = space.as(
    api.changeRequests.update,
    { ...space.of(created.id), body: { subject: 'Newer' } },
    { ifMatch: 1 },
  )
  await expect(stale).rejects.toMatchObject({ status: 412, type: 'stale' })
  const events = await eventsOf(app.db, space.organizationId, created.id)
  expect(events.slice(1)).toMatchObject([
    {
      action: 'change-request.update',
      before: { subject: 'Old', status: 'draft' },
      after: { subject: 'New', status: 'open' },
    },
  ])
})

test('the status can change between draft, open and archived, but not to merged', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request()
  for (const status of ['open', 'draft', 'archived', 'draft', 'open', 'archived', 'open'] as const) {
    expect((await space.patch(id, { status })).status).toBe(status)
  }
  const { status } = await app.send({
    method: 'PATCH',
    url: `/v1/spaces/${space.spaceId}/change-requests/${id}`,
    token: space.admin.token,
    headers: { 'content-type': 'application/json' },
    payload: '{"status":"merged"}',
  })
  expect(status).toBe(400)
})

test('unknown ids, numbers and requests of other spaces are 404', async () => {
  const [space, other] = [await aSpaceIn(app), await aSpaceIn(app)]
  const { id } = await other.request()
  for (const one of [id, '1', 'nothing']) await expect(space.look(one)).rejects.toMatchObject({ status: 404 })
  await expect(space.patch(id, { status: 'open' })).rejects.toMatchObject({ status: 404 })
})

test('readers can see but not create requests, and guests see nothing', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request()
  const reader = operationsOn(app, await app.aMember(space.organizationId, 'comment'), space.spaceId)
  expect((await reader.look(id)).id).toBe(id)
  await expect(reader.request()).rejects.toMatchObject({ status: 403 })
  await expect(reader.patch(id, { status: 'open' })).rejects.toMatchObject({ status: 403 })
  await expect(reader.propose(id, [page('A')])).rejects.toMatchObject({ status: 403 })
  const guest = operationsOn(app, await app.aMember(space.organizationId, null), space.spaceId)
  await expect(guest.look(id)).rejects.toMatchObject({ status: 404 })
})

test('open requests are listed by default, most recently changed first, page by page', async () => {
  const space = await aSpaceIn(app)
  const ids: string[] = []
  for (let index = 0; index < 5; index++) ids.push((await space.request(`${index}`)).id)
  for (const id of ids) await space.patch(id, { status: 'open' })
  await space.patch(ids[1] ?? '', { status: 'archived' })
  await space.patch(ids[0] ?? '', { subject: 'Touched' })
  const list = (query: object) => space.as(api.changeRequests.list, { params: space.params, query })
  const open = await list({})
  expect(api.changeRequests.list.response.parse(open)).toEqual(open)
  expect(open.items.map(({ number }) => number)).toEqual([1, 5, 4, 3])
  const byAge = await list({ orderBy: 'createdAt', status: ['open', 'archived'] })
  expect(byAge.items.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
  const first = await list({ limit: 3 })
  const rest = await list({ limit: 3, page: first.next?.page })
  expect([first.count, [...first.items, ...rest.items], rest.next]).toEqual([4, open.items, undefined])
  expect((await list({ status: ['draft'] })).items).toEqual([])
  const { json } = await app.send({
    method: 'GET',
    url: `/v1/spaces/${space.spaceId}/change-requests?status=archived`,
    token: space.admin.token,
  })
  expect(api.changeRequests.list.response.parse(json()).items.map(({ id }) => id)).toEqual([ids[1]])
})

test('lists can be filtered by creator and contributor', async () => {
  const space = await aSpaceIn(app)
  const person = await app.aMember(space.organizationId, 'edit')
  const writer = operationsOn(app, person, space.spaceId)
  const [a, b, c] = [await space.request('a'), await writer.request('b'), await space.request('c')]
  for (const { id } of [a, b, c]) await space.patch(id, { status: 'open' })
  await writer.propose(c.id, [page('A')])
  const subjects = async (query: object) => {
    const { items, count } = await space.as(api.changeRequests.list, { params: space.params, query })
    expect(count).toBe(items.length)
    return items.map(({ subject }) => subject).sort()
  }
  expect(await subjects({ creator: person.userId })).toEqual(['b'])
  expect(await subjects({ contributor: person.userId })).toEqual(['c'])
  expect(await subjects({ contributor: space.admin.userId })).toEqual([])
  expect(await subjects({ requestedReviewer: person.userId })).toEqual([])
})

test('the list of an organization has the requests the caller may see, without those in the trash', async () => {
  const space = await aSpaceIn(app)
  const { organizationId } = space
  const second = await space.as(api.spaces.create, { params: { organizationId }, body: { title: 'Second' } })
  const hidden = await space.as(api.spaces.create, { params: { organizationId }, body: { title: 'Hidden' } })
  await space.as(api.spaces.update, { params: { spaceId: hidden.id }, body: { defaultLevel: null } })
  const deleted = await space.as(api.spaces.create, { params: { organizationId }, body: { title: 'Gone' } })
  for (const id of [space.spaceId, second.id, hidden.id, deleted.id]) {
    const operations = operationsOn(app, space.admin, id)
    const created = await operations.request(id)
    await operations.patch(created.id, { status: 'open' })
  }
  await space.as(api.spaces.delete, { params: { spaceId: deleted.id } })
  const list = async (call: typeof space.as, query: object = {}) => {
    const answer = await call(api.changeRequests.listInOrganization, { params: { organizationId }, query })
    expect(answer.count).toBe(answer.items.length)
    return answer.items.map(({ space: id }) => id)
  }
  expect(await list(space.as)).toEqual([hidden.id, second.id, space.spaceId])
  const reader = app.as(await app.aMember(organizationId, 'read'))
  expect(await list(reader)).toEqual([second.id, space.spaceId])
  expect(await list(reader, { space: second.id })).toEqual([second.id])
  expect(await list(reader, { space: hidden.id })).toEqual([])
  expect(await list(app.as(await app.aMember(organizationId, null)))).toEqual([])
  const site = await space.as(api.sites.create, {
    params: { organizationId },
    body: { title: 'Site', spaces: [second.id] },
  })
  expect(await list(space.as, { site: site.id })).toEqual([second.id])
})

test('a transferred space keeps its requests', async () => {
  const space = await aSpaceIn(app)
  const { id } = await space.request('Goes along')
  await space.propose(id, [page('A', 'text')])
  const target = await app.anOrganization('Elsewhere')
  const member = {
    organization_id: target.organizationId,
    user_id: space.admin.userId,
    role: 'admin' as const,
  }
  await app.db
    .insertInto('member')
    .values({ ...member, joined_at: new Date() })
    .execute()
  await space.as(api.spaces.transfer, { params: space.params, body: { organization: target.organizationId } })
  expect(await space.look(id)).toMatchObject({ subject: 'Goes along', number: 1 })
  expect(await space.treeOf(id)).toMatchObject([{ title: 'A' }])
})
