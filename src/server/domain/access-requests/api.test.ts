import { expect, test } from 'vitest'
import type { AccessRequest } from '#contract/access-requests.ts'
import { api } from '#contract/api.ts'
import { type RequestableRole, roles } from '#contract/shared/permissions.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { emailsTo, runPendingJobs } from '#testing/emails.ts'

const app = useTestApp()

type On = Pick<AccessRequest['on'], 'type' | 'id'>

/** An organization with a space, a collection and a site, whose only grantor is its admin. */
async function aLibrary() {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const call = app.as(admin)
  const space = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  const collection = await call(api.collections.create, { params, body: { title: 'Manuals' } })
  const site = await call(api.sites.create, { params, body: { title: 'Docs' } })
  const subjects: On[] = [
    { type: 'space', id: space.id },
    { type: 'collection', id: collection.id },
    { type: 'site', id: site.id },
  ]
  const at = (accessRequestId: string) => ({ params: { ...params, accessRequestId } })
  return {
    organizationId,
    admin,
    params,
    space,
    collection,
    subjects,
    ask: (person: Person, on: On, role: RequestableRole = 'edit', message?: string) =>
      app.as(person)(api.accessRequests.create, {
        params,
        body: { on, role, ...(message === undefined ? {} : { message }) },
      }),
    options: (person: Person, { type, id }: On) =>
      app.as(person)(api.accessRequests.options, { params, query: { type, id } }),
    list: async (person: Person) => (await app.as(person)(api.accessRequests.list, { params })).items,
    grant: (person: Person, id: string, role?: RequestableRole) =>
      app.as(person)(api.accessRequests.grant, { ...at(id), body: role === undefined ? {} : { role } }),
    decline: (person: Person, id: string) => app.as(person)(api.accessRequests.decline, at(id)),
    withdraw: (person: Person, id: string) => app.as(person)(api.accessRequests.withdraw, at(id)),
  }
}

test('a reader asks for a role, someone who can grant it does, and both get an email', async () => {
  const { organizationId, admin, space, ask, options, list, grant } = await aLibrary()
  const reader = await app.aMember(organizationId, 'read')
  const on = { type: 'space', id: space.id } as const
  expect(await options(reader, on)).toEqual({
    object: 'access-request-options',
    role: 'read',
    grantors: [expect.objectContaining({ id: admin.userId })],
    moreGrantors: 0,
  })
  const request = await ask(reader, on, 'edit', 'I fix typos')
  expect(request).toMatchObject({
    on: { ...on, title: 'Guide' },
    user: { id: reader.userId },
    role: 'edit',
    message: 'I fix typos',
  })
  expect(await options(reader, on)).toMatchObject({ request })
  expect(await list(admin)).toEqual([request])
  await runPendingJobs(app)
  const [asked] = emailsTo(app, admin.email)
  expect(asked).toContain('asks for the Edit role in')
  expect(asked).toContain('I fix typos')
  await grant(admin, request.id)
  expect(await list(admin)).toEqual([])
  const { permissions } = await app.as(reader)(api.spaces.get, { params: { spaceId: space.id } })
  expect(permissions.edit).toBe(true)
  await runPendingJobs(app)
  expect(emailsTo(app, reader.email).join()).toContain('granted your request. You have the Edit role')
  const events = (await eventsOf(app.db, organizationId, space.id)).slice(-2)
  expect(events).toMatchObject([
    { action: 'access.request', after: { role: 'edit', message: 'I fix typos' } },
    { action: 'access.grant', after: { users: { [reader.userId]: 'edit' } } },
  ])
  await expect(grant(admin, request.id)).rejects.toMatchObject({ status: 404 })
  await expect(ask(reader, on)).rejects.toMatchObject({ status: 409 })
})

test('a request can be granted with another role', async () => {
  const { organizationId, admin, subjects, ask, options, grant } = await aLibrary()
  const reader = await app.aMember(organizationId, 'read')
  for (const on of subjects) {
    const { id } = await ask(reader, on, 'create')
    await grant(admin, id, 'edit')
    const { role, request } = await options(reader, on)
    expect([role, request]).toEqual(['edit', undefined])
  }
})

test('only people with the Create or Admin role there see a request and can decide it', async () => {
  const { organizationId, admin, subjects, ask, list, grant, decline } = await aLibrary()
  const people = await Promise.all(
    [...roles, null].map(async (role) => [role, await app.aMember(organizationId, role)] as const),
  )
  const [stranger] = [(await app.anOrganization('Elsewhere')).admin]
  for (const on of subjects) {
    for (const [role, person] of people) {
      const asker = await app.aMember(organizationId, 'read')
      const { id } = await ask(asker, on)
      const isGrantor = role === 'admin' || role === 'create'
      expect((await list(person)).some((one) => one.id === id)).toBe(isGrantor)
      if (isGrantor) {
        await decline(person, id)
      } else {
        await expect(grant(person, id)).rejects.toMatchObject({ status: 404 })
        await expect(decline(person, id)).rejects.toMatchObject({ status: 404 })
        expect((await list(admin)).map((one) => one.id)).toContain(id)
        await expect(grant(asker, id)).rejects.toMatchObject({ status: 404 })
        await expect(list(stranger)).rejects.toMatchObject({ status: 404 })
      }
    }
  }
})

test('someone who was granted the Create role on one space decides about that space only', async () => {
  const { organizationId, admin, space, collection, ask, list, options } = await aLibrary()
  const [owner, reader] = [
    await app.aMember(organizationId, 'read'),
    await app.aMember(organizationId, 'read'),
  ]
  await app.as(admin)(api.spacePermissions.grant, {
    params: { spaceId: space.id },
    body: { role: 'create', users: [owner.userId] },
  })
  const { id } = await ask(reader, { type: 'space', id: space.id })
  await ask(reader, { type: 'collection', id: collection.id })
  expect((await list(owner)).map((one) => one.id)).toEqual([id])
  const { grantors } = await options(reader, { type: 'space', id: space.id })
  expect(grantors.map((one) => one.id).sort()).toEqual([admin.userId, owner.userId].sort())
})

test('what a person may not see is 404, whether it exists or not', async () => {
  const { organizationId, admin, space, subjects, ask, options } = await aLibrary()
  const guest = await app.aMember(organizationId, null)
  const missing = (on: On) => `There is no ${on.type} ${on.id}`
  for (const on of [...subjects, { type: 'space', id: 'nothing' } as const]) {
    const refused = { status: 404, message: missing(on) }
    await expect(ask(guest, on)).rejects.toMatchObject(refused)
    await expect(options(guest, on)).rejects.toMatchObject(refused)
  }
  const elsewhere = await aLibrary()
  const foreign = { type: 'space', id: elsewhere.space.id } as const
  await expect(ask(admin, foreign)).rejects.toMatchObject({ status: 404 })
  await app.as(admin)(api.spaces.delete, { params: { spaceId: space.id } })
  const reader = await app.aMember(organizationId, 'read')
  await expect(ask(reader, { type: 'space', id: space.id })).rejects.toMatchObject({ status: 404 })
})

test('asking again replaces the request and sends no second email within a day', async () => {
  const { organizationId, admin, space, ask, list, decline, withdraw, options } = await aLibrary()
  const reader = await app.aMember(organizationId, 'read')
  const on = { type: 'space', id: space.id } as const
  const { id } = await ask(reader, on, 'comment')
  expect(await ask(reader, on, 'review')).toMatchObject({ id, role: 'review' })
  await withdraw(reader, id)
  expect(await list(admin)).toEqual([])
  await expect(withdraw(reader, id)).rejects.toMatchObject({ status: 404 })
  await ask(reader, on)
  await decline(admin, id)
  expect(await options(reader, on)).toMatchObject({ declinedAt: expect.any(String) })
  await ask(reader, on)
  expect(await options(reader, on)).not.toHaveProperty('declinedAt')
  await runPendingJobs(app)
  expect(emailsTo(app, admin.email)).toHaveLength(1)
  await app.db
    .updateTable('access_request')
    .set({ emailed_at: new Date(Date.now() - 86_400_000) })
    .where('id', '=', id)
    .execute()
  await ask(reader, on)
  await runPendingJobs(app)
  expect(emailsTo(app, admin.email)).toHaveLength(2)
})

test('the requester gets an email when a request is declined, and the audit log records it', async () => {
  const { organizationId, admin, space, ask, decline } = await aLibrary()
  const reader = await app.aMember(organizationId, 'read')
  const { id } = await ask(reader, { type: 'space', id: space.id })
  await decline(admin, id)
  await runPendingJobs(app)
  expect(emailsTo(app, reader.email).join()).toContain('declined your request for the Edit role')
  expect((await eventsOf(app.db, organizationId, space.id)).at(-1)).toMatchObject({
    action: 'access.decline',
    targetLabel: 'Guide',
  })
})

test('of two decisions at the same time one counts', async () => {
  const { organizationId, admin, space, ask, grant, decline } = await aLibrary()
  const { id } = await ask(await app.aMember(organizationId, 'read'), { type: 'space', id: space.id })
  const other = await app.aMember(organizationId, 'admin')
  const results = await Promise.allSettled([grant(admin, id), decline(other, id)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('requests go with what they are about', async () => {
  const { organizationId, admin, subjects, params, ask } = await aLibrary()
  const reader = await app.aMember(organizationId, 'read')
  for (const on of subjects) await ask(reader, on)
  const [, collection, site] = subjects
  await app.as(admin)(api.collections.delete, { params: { collectionId: collection?.id ?? '' } })
  await app.as(admin)(api.sites.delete, { params: { ...params, siteId: site?.id ?? '' } })
  const rows = await app.db
    .selectFrom('access_request')
    .select('subject_kind as kind')
    .where('organization_id', '=', organizationId)
    .execute()
  expect(rows).toEqual([{ kind: 'space' }])
})
