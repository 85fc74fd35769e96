import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('whoever makes an organization is its admin; others do not see it', async () => {
  const [ann, ben] = [await app.aPerson('Ann'), await app.aPerson('Ben')]
  const made = await app.as(ann)(api.organizations.create, { body: { title: 'Halden' } })
  expect(made).toMatchObject({
    object: 'organization',
    title: 'Halden',
    type: 'business',
    plan: 'free',
    emailDomains: [],
    inviteLinks: true,
    trial: { status: 'notapplicable' },
    permissions: { view: true, admin: true, createContent: true },
  })
  expect((await app.as(ann)(api.organizations.list, {})).items.map(({ id }) => id)).toEqual([made.id])
  expect((await app.as(ben)(api.organizations.list, {})).count).toBe(0)
  const params = { organizationId: made.id }
  await expect(app.as(ben)(api.organizations.get, { params })).rejects.toMatchObject({ status: 404 })
})

test('only what is given changes, and what cannot be is refused', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const { organizationId: other, admin: stranger } = await app.anOrganization()
  const as = app.as(admin)
  const params = { organizationId }
  const changed = await as(api.organizations.update, {
    params,
    body: {
      hostname: `h-${organizationId.slice(0, 8).toLowerCase()}`,
      defaultRole: 'read',
      emailDomains: ['example.org'],
    },
  })
  expect(changed).toMatchObject({
    title: 'Halden Energy',
    defaultRole: 'read',
    emailDomains: ['example.org'],
    version: 2,
  })
  const taken = app.as(stranger)(api.organizations.update, {
    params: { organizationId: other },
    body: { hostname: changed.hostname },
  })
  await expect(taken).rejects.toMatchObject({ status: 409, type: 'conflict' })
  await expect(as(api.organizations.update, { params, body: { sso: true } })).rejects.toMatchObject({
    status: 412,
  })
  const foreign = as(api.organizations.update, {
    params,
    body: { defaultContent: { type: 'site', site: 'nowhere' } },
  })
  await expect(foreign).rejects.toMatchObject({ status: 400, type: 'validation' })
  const late = as(api.organizations.update, { params, body: { title: 'Late' } }, { ifMatch: 1 })
  await expect(late).rejects.toMatchObject({ status: 412, type: 'stale' })
})

test('members are listed by role, search and sort, a page at a time', async () => {
  const { organizationId, admin } = await app.anOrganization()
  await app.aMember(organizationId, 'edit')
  await app.aMember(organizationId, 'edit')
  const guest = await app.aMember(organizationId, null)
  const list = (query: object) => app.as(admin)(api.members.list, { params: { organizationId }, query })
  expect((await list({})).count).toBe(4)
  expect((await list({ role: 'edit' })).count).toBe(2)
  expect((await list({ role: 'guest' })).items.map(({ id }) => id)).toEqual([guest.userId])
  expect((await list({ search: guest.email.slice(0, 12) })).items.map(({ id }) => id)).toEqual([guest.userId])
  expect((await list({ search: '%' })).count).toBe(0)
  expect((await list({ sort: 'lastSeenAt' })).count).toBe(0)
  for (const query of [{ sort: 'name', order: 'asc' }, { sort: 'joinedAt' }]) {
    const first = await list({ ...query, limit: 3 })
    const rest = await list({ ...query, limit: 3, page: first.next?.page })
    const ids = [...first.items, ...rest.items].map(({ id }) => id)
    expect([new Set(ids).size, rest.next]).toEqual([4, undefined])
  }
  const { user, role } = await app.as(admin)(api.members.get, {
    params: { organizationId, userId: guest.userId },
  })
  expect([user.email, role]).toEqual([guest.email, null])
})
