import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { newId } from '#server/ids.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp()

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test('a token expires at its time and not before', async () => {
  const { admin } = await app.anOrganization()
  const expiresAt = inAnHour()
  const created = await app.as(admin)(api.tokens.create, { body: { label: 'script', expiresAt } })
  expect(created).toMatchObject({ expiresAt, readOnly: false })
  const script = app.as({ ...admin, token: created.token })
  expect((await script(api.users.current, {})).id).toBe(admin.userId)
  const past = new Date(Date.now() - 1000)
  await app.db.updateTable('api_token').set({ expires_at: past }).where('id', '=', created.id).execute()
  await expect(script(api.users.current, {})).rejects.toMatchObject({ status: 401 })
  for (const late of [past.toISOString(), '2020-01-01T00:00:00.000Z', 'tomorrow']) {
    const refusal = app.as(admin)(api.tokens.create, { body: { label: 'late', expiresAt: late } })
    await expect(refusal).rejects.toMatchObject({ status: 400, type: 'validation' })
  }
})

test('a read-only token can read but not write', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const created = await app.as(admin)(api.tokens.create, { body: { label: 'report', readOnly: true } })
  expect(created.readOnly).toBe(true)
  const reader = app.as({ ...admin, token: created.token })
  const params = { organizationId }
  expect((await reader(api.organizations.get, { params })).id).toBe(organizationId)
  const writes = await Promise.allSettled([
    reader(api.organizations.update, { params, body: { title: 'Mine' } }),
    reader(api.tokens.create, { body: { label: 'more' } }),
    reader(api.tokens.delete, { params: { tokenId: created.id } }),
    reader(api.sessions.signOutOthers, {}),
  ])
  expect(writes).toMatchObject(writes.map(() => ({ status: 'rejected', reason: { status: 403 } })))
})

test('a token cannot create one that expires later', async () => {
  const { admin } = await app.anOrganization()
  const expiresAt = inAnHour()
  const created = await app.as(admin)(api.tokens.create, { body: { label: 'script', expiresAt } })
  const script = app.as({ ...admin, token: created.token })
  const later = new Date(Date.now() + 7_200_000).toISOString()
  for (const body of [{ label: 'ever' }, { label: 'later', expiresAt: later }]) {
    await expect(script(api.tokens.create, { body })).rejects.toMatchObject({ status: 400 })
  }
  expect(await script(api.tokens.create, { body: { label: 'as long', expiresAt } })).toMatchObject({
    expiresAt,
  })
})

test('creation and revocation are recorded in every organization, without the secret', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const { id: other } = await call(api.organizations.create, { body: { title: 'Other' } })
  const stranger = await app.anOrganization()
  const expiresAt = inAnHour()
  const created = await call(api.tokens.create, { body: { label: 'script', expiresAt, readOnly: true } })
  const foreign = app.as(stranger.admin)(api.tokens.delete, { params: { tokenId: created.id } })
  await expect(foreign).rejects.toMatchObject({ status: 404 })
  await call(api.tokens.delete, { params: { tokenId: created.id } })
  const publicFields = { readOnly: true, expiresAt }
  for (const id of [organizationId, other]) {
    const events = await eventsOf(app.db, id, created.id)
    expect(events).toEqual([
      { action: 'token.create', targetKind: 'token', targetLabel: null, before: null, after: publicFields },
      { action: 'token.delete', targetKind: 'token', targetLabel: null, before: publicFields, after: null },
    ])
    expect(JSON.stringify(events)).not.toContain(created.token)
    expect(JSON.stringify(events)).not.toContain('script')
  }
  expect(await eventsOf(app.db, stranger.organizationId, created.id)).toEqual([])
})

test('a person has up to 100 tokens, also when several are created at the same time', async () => {
  const { admin } = await app.anOrganization()
  const call = app.as(admin)
  const now = new Date()
  const many = Array.from({ length: 97 }, (_, index) => ({
    hash: Buffer.from(`${admin.userId} ${index}`),
    id: newId(),
    user_id: admin.userId,
    label: 'one of many',
    read_only: false,
    created_at: now,
  }))
  await app.db.insertInto('api_token').values(many).execute()
  const expired = { hash: Buffer.from(admin.userId), expires_at: new Date(now.getTime() - 1000) }
  await app.db
    .insertInto('api_token')
    .values({
      ...expired,
      id: newId(),
      user_id: admin.userId,
      label: 'old',
      read_only: false,
      created_at: now,
    })
    .execute()
  const created = await Promise.allSettled(
    Array.from({ length: 6 }, () => call(api.tokens.create, { body: { label: 'more' } })),
  )
  expect(created.filter(({ status }) => status === 'fulfilled').length).toBe(2)
  const refused = created.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { status: 409, type: 'invalid_state' } })
  await call(api.tokens.delete, { params: { tokenId: many[0]?.id ?? '' } })
  await call(api.tokens.create, { body: { label: 'again' } })
})
