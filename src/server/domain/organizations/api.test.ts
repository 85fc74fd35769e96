import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { vouchForDomain } from '../verified-domains/vouch.ts'

const app = useTestApp()

test('the creator of an organization is its admin; others cannot see it', async () => {
  const [ann, ben] = [await app.aPerson('Ann'), await app.aPerson('Ben')]
  const created = await app.as(ann)(api.organizations.create, { body: { title: 'Halden' } })
  expect(created).toMatchObject({
    object: 'organization',
    title: 'Halden',
    type: 'business',
    plan: 'free',
    emailDomains: [],
    inviteLinks: true,
    trial: { status: 'notapplicable' },
    permissions: { view: true, admin: true, createContent: true },
  })
  expect((await app.as(ann)(api.organizations.list, {})).items.map(({ id }) => id)).toEqual([created.id])
  expect((await app.as(ben)(api.organizations.list, {})).count).toBe(0)
  expect(await eventsOf(app.db, created.id, created.id)).toMatchObject([
    { action: 'organization.create', targetLabel: 'Halden', after: { title: 'Halden' } },
  ])
  const params = { organizationId: created.id }
  await expect(app.as(ben)(api.organizations.get, { params })).rejects.toMatchObject({ status: 404 })
})

test('only the sent fields change, and invalid values are refused', async () => {
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
  const conflict = app.as(stranger)(api.organizations.update, {
    params: { organizationId: other },
    body: { hostname: changed.hostname },
  })
  await expect(conflict).rejects.toMatchObject({ status: 409, type: 'conflict' })
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

test('changes are recorded, and a PATCH with the previous values undoes them', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const params = { organizationId }
  const site = await as(api.sites.create, { params, body: { title: 'Docs' } })
  const first = await as(api.organizations.get, { params })
  const settings = {
    title: 'Renamed',
    emailDomains: ['example.org'],
    hostname: `r-${organizationId.slice(0, 8).toLowerCase()}`,
    defaultRole: 'comment' as const,
    defaultContent: { type: 'site' as const, site: site.id },
    logo: 'https://example.org/logo.png',
    ai: true,
    inviteLinks: false,
  }
  const { logo, ...plain } = settings
  const changed = await as(api.organizations.update, {
    params,
    body: { ...settings, emailDomains: ['example.org', 'example.org'] },
  })
  expect(changed).toMatchObject({ ...plain, urls: { logo }, version: 2 })
  const same = await as(api.organizations.update, { params, body: settings })
  expect(same).toEqual(changed)
  const [event, ...more] = await eventsOf(app.db, organizationId, organizationId)
  expect(more).toEqual([])
  expect(event).toMatchObject({ action: 'organization.update', after: settings })
  const undone = await as(api.organizations.update, { params, body: { ...event?.before } })
  expect(undone).toEqual({ ...first, version: 3 })
})

test('of two concurrent requests for a host name one gets it', async () => {
  const hostname = `at-once-${Date.now()}`
  const ask = async () => {
    const { organizationId, admin } = await app.anOrganization()
    return app.as(admin)(api.organizations.update, { params: { organizationId }, body: { hostname } })
  }
  const attempts = await Promise.allSettled([ask(), ask(), ask()])
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of attempts) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, type: 'conflict' })
  }
})

/** Marks a user's address as verified. */
const verify = ({ userId }: Person) =>
  app.db.updateTable('user_account').set({ email_verified_at: new Date() }).where('id', '=', userId).execute()

/** Changes a user's address. */
const setEmail = ({ userId }: Person, email: string) =>
  app.db.updateTable('user_account').set({ email }).where('id', '=', userId).execute()

/** An organization that lets people of its verified domain join, and a user with a verified address there. */
async function aDomain(defaultRole: 'read' | null = null) {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const domain = `${organizationId.toLowerCase()}.example`
  await app.as(admin)(api.organizations.update, { params, body: { emailDomains: [domain], defaultRole } })
  const person = await app.aPerson('Ann')
  await verify(person)
  await setEmail(person, `ann@${domain}`)
  const verifyDomain = () => vouchForDomain(app.service, organizationId, domain)
  return { organizationId, params, admin, person, domain, verifyDomain }
}

test('no one can join by a domain before the organization has verified it', async () => {
  const { organizationId, params, person, domain, verifyDomain } = await aDomain()
  const join = () => app.as(person)(api.organizations.join, { params })
  const listed = () =>
    app.as(person)(api.organizations.listByEmailDomain, { params: { emailDomain: domain } })
  await expect(join()).rejects.toMatchObject({ status: 400 })
  expect((await listed()).organizations).toEqual([])
  // Another organization's proof counts for that organization only.
  const other = await app.anOrganization()
  await vouchForDomain(app.service, other.organizationId, domain)
  await expect(join()).rejects.toMatchObject({ status: 400 })
  expect((await listed()).organizations).toEqual([])
  await app.as(other.admin)(api.verifiedDomains.delete, {
    params: { organizationId: other.organizationId, domain },
  })
  await verifyDomain()
  expect((await listed()).organizations.map(({ id }) => id)).toEqual([organizationId])
  await join()
})

test('a verified domain lets no one join unless it is one of the email domains', async () => {
  const { params, admin, person, verifyDomain } = await aDomain()
  await verifyDomain()
  await app.as(admin)(api.organizations.update, { params, body: { emailDomains: [] } })
  await expect(app.as(person)(api.organizations.join, { params })).rejects.toMatchObject({ status: 400 })
})

test('users with a verified address of the domain can join once', async () => {
  const { organizationId, params, admin, person, domain, verifyDomain } = await aDomain('read')
  await verifyDomain()
  const join = () => app.as(person)(api.organizations.join, { params })
  await Promise.all([join(), join(), join()])
  const member = await app.as(admin)(api.members.get, { params: { ...params, userId: person.userId } })
  expect(member).toMatchObject({ role: 'read', version: 1 })
  expect(await eventsOf(app.db, organizationId, person.userId)).toMatchObject([
    { action: 'member.join', after: { role: 'read', emailDomain: domain } },
  ])
  const guest = await aDomain(null)
  await guest.verifyDomain()
  await app.as(guest.person)(api.organizations.join, { params: guest.params })
  const { items } = await app.as(guest.admin)(api.members.list, {
    params: guest.params,
    query: { role: 'guest' },
  })
  expect(items.map(({ id }) => id)).toEqual([guest.person.userId])
})

test('unverified addresses, other domains and suspended members cannot join', async () => {
  const { organizationId, params, person, domain, verifyDomain } = await aDomain()
  await verifyDomain()
  const unverified = await app.aPerson()
  await setEmail(unverified, `unverified@${domain}`)
  const refusal = app.as(unverified)(api.organizations.join, { params })
  await expect(refusal).rejects.toMatchObject({ status: 400 })
  const stranger = await app.aPerson()
  await verify(stranger)
  await setEmail(stranger, `stranger@sub.${domain}`)
  await expect(app.as(stranger)(api.organizations.join, { params })).rejects.toMatchObject({ status: 400 })
  await app.as(person)(api.organizations.join, { params })
  await app.db.updateTable('member').set({ disabled: true }).where('user_id', '=', person.userId).execute()
  await expect(app.as(person)(api.organizations.join, { params })).rejects.toMatchObject({ status: 403 })
  const nowhere = app.as(person)(api.organizations.join, { params: { organizationId: 'nowhere' } })
  await expect(nowhere).rejects.toMatchObject({ status: 404 })
  // An unverified address does not affect existing members.
  const member = await app.aMember(organizationId, 'edit')
  await app.as(member)(api.organizations.join, { params })
})

test('only users of a domain can list the organizations that allow it', async () => {
  const { organizationId, person, domain, verifyDomain } = await aDomain()
  await verifyDomain()
  const listed = (who: Person, emailDomain = domain) =>
    app.as(who)(api.organizations.listByEmailDomain, { params: { emailDomain } })
  const listedBefore = (await listed(person)).organizations.find(({ id }) => id === organizationId)
  expect(listedBefore?.permissions).toMatchObject({ view: false, access: false, admin: false })
  expect(await listed(await app.aPerson())).toEqual({ organizations: [] })
  expect(await listed(person, 'example.com')).toEqual({ organizations: [] })
  await app.as(person)(api.organizations.join, { params: { organizationId } })
  const listedAfter = (await listed(person)).organizations.find(({ id }) => id === organizationId)
  expect(listedAfter?.permissions.view).toBe(true)
})

test('members can be filtered, searched and sorted, page by page', async () => {
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
