import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aScimClient, patchOf, type ScimClient, userSchema } from '#testing/scim.ts'

const app = useTestApp()

const userIn = ({ domain }: ScimClient, name: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: `${name}@${domain}`,
  externalId: `ext-${name}`,
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
  emails: [{ value: `${name}@${domain}`, type: 'work', primary: true }],
  active: true,
  ...more,
})

test('a user is created with an account and a membership (RFC 7644, 3.3)', async () => {
  const scim = await aScimClient(app)
  const { status, headers, body } = await scim.send('POST', '/Users', userIn(scim, 'bjensen'))
  expect(status).toBe(201)
  expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
  expect(headers.location).toBe(body.meta?.location)
  expect(headers.etag).toBe(body.meta?.version)
  expect(body).toMatchObject({
    schemas: [userSchema],
    userName: `bjensen@${scim.domain}`,
    externalId: 'ext-bjensen',
    displayName: 'Ms. Barbara J Jensen III',
    name: { familyName: 'Jensen', givenName: 'Barbara' },
    active: true,
    meta: { resourceType: 'User' },
  })
  const params = { organizationId: scim.organizationId, userId: body.id }
  const member = await app.as(scim.admin)(api.members.get, { params })
  expect(member).toMatchObject({ disabled: false, user: { email: `bjensen@${scim.domain}` } })
  const [event] = await eventsOf(app.db, scim.organizationId, body.id)
  expect(event).toMatchObject({ action: 'member.join' })
  const { items } = await app.as(scim.admin)(api.auditEvents.list, {
    params: { organizationId: scim.organizationId },
    query: { target: body.id },
  })
  expect(items[0]).toMatchObject({
    actor: { type: 'integration', id: scim.tokenId, label: 'Directory' },
    source: 'integration',
  })
})

test('an address outside of the verified domains is refused', async () => {
  const scim = await aScimClient(app)
  const other = await aScimClient(app)
  for (const email of ['ada@elsewhere.example', `ada@${other.domain}`, `ada@sub.${scim.domain}`]) {
    const input = userIn(scim, 'ada', { userName: email, emails: [{ value: email }] })
    const { status, body } = await scim.send('POST', '/Users', input)
    expect(status).toBe(403)
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '403' })
    expect(body.detail).toContain('has not verified the domain')
  }
})

test('an account that has not verified its address is not added', async () => {
  const scim = await aScimClient(app)
  const person = await app.aPerson()
  const email = `squatter@${scim.domain}`
  const account = app.db.updateTable('user_account').where('id', '=', person.userId)
  await account.set({ email, password_hash: 'x' }).execute()
  expect((await scim.send('POST', '/Users', userIn(scim, 'squatter'))).status).toBe(409)
  await account.set({ email_verified_at: new Date() }).execute()
  const { status, body } = await scim.send('POST', '/Users', userIn(scim, 'squatter'))
  expect([status, body.id]).toEqual([201, person.userId])
})

test('a user name, an external id and an address occur once, also when they are created at the same time', async () => {
  const scim = await aScimClient(app)
  const results = await Promise.all(
    Array.from({ length: 4 }, () => scim.send('POST', '/Users', userIn(scim, 'ada'))),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect(results.find(({ status }) => status === 409)?.body).toMatchObject({ scimType: 'uniqueness' })
  const sameExternalId = userIn(scim, 'bob', { externalId: 'ext-ada' })
  expect((await scim.send('POST', '/Users', sameExternalId)).body.detail).toContain('externalId')
  const { body } = await scim.send('POST', '/Users', userIn(scim, 'bob'))
  const renamed = await scim.send('PUT', `/Users/${body.id}`, userIn(scim, 'ada', { externalId: 'other' }))
  expect(renamed).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
})

test('users are listed with filters and pages (RFC 7644, 3.4.2)', async () => {
  const scim = await aScimClient(app)
  for (const name of ['ada', 'ben', 'cyd']) await scim.send('POST', '/Users', userIn(scim, name))
  const list = async (query: string) => (await scim.send('GET', `/Users?${query}`)).body
  const filtered = (filter: string) => list(`filter=${encodeURIComponent(filter)}`)
  expect((await list('')).totalResults).toBe(4)
  expect(await filtered(`userName eq "ADA@${scim.domain}"`)).toMatchObject({
    totalResults: 1,
    startIndex: 1,
    itemsPerPage: 1,
    Resources: [{ userName: `ada@${scim.domain}` }],
  })
  expect((await filtered('externalId eq "ext-ben"')).totalResults).toBe(1)
  expect((await filtered('externalId eq "ext-ben" and active eq false')).totalResults).toBe(0)
  expect((await filtered(`emails[type eq "work" and value eq "cyd@${scim.domain}"]`)).totalResults).toBe(1)
  expect((await filtered('userName eq "nobody"')).Resources).toEqual([])
  for (const [filter, count] of [
    ['userName sw "ad"', 1],
    ['userName co "@"', 3],
    ['displayName co "%"', 0],
    ['externalId pr and userName sw "BEN"', 1],
    ['name.familyName pr', 3],
    ['groups pr', 0],
  ] as const)
    expect([filter, (await filtered(`${filter} and externalId sw "ext-"`)).totalResults]).toEqual([
      filter,
      count,
    ])
  for (const filter of ['active sw "t"', 'groups co "x"'])
    expect((await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body).toMatchObject({
      scimType: 'invalidFilter',
    })
  const page = await list('startIndex=2&count=2')
  expect(page).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 })
  expect((await list('count=0')).Resources).toEqual([])
  expect((await list('startIndex=-3&count=9999')).totalResults).toBe(4)
  for (const query of ['count=x', 'startIndex=1.5', 'count=99999999999', 'filter=userName', 'filter=']) {
    expect((await scim.send('GET', `/Users?${query}`)).status, query).toBe(400)
  }
  const unknown = await scim.send('GET', `/Users?filter=${encodeURIComponent('shoeSize eq 7')}`)
  expect(unknown.body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
})

test('attributes can be selected and excluded (RFC 7644, 3.9)', async () => {
  const scim = await aScimClient(app)
  const { body } = await scim.send('POST', '/Users', userIn(scim, 'ada'))
  const some = await scim.send('GET', `/Users/${body.id}?attributes=userName`)
  expect(Object.keys(some.body).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName'])
  expect(
    (await scim.send('GET', `/Users/${body.id}?excludedAttributes=emails,name.givenName`)).body,
  ).not.toHaveProperty('emails')
})

test('a replaced user has exactly the new attributes (RFC 7644, 3.5.1)', async () => {
  const scim = await aScimClient(app)
  const { body } = await scim.send('POST', '/Users', userIn(scim, 'ada'))
  const replaced = await scim.send('PUT', `/Users/${body.id}`, {
    schemas: [userSchema],
    userName: `ada.new@${scim.domain}`,
    displayName: 'Ada N',
    emails: [{ value: `ADA.new@${scim.domain}` }],
  })
  expect(replaced.status).toBe(200)
  expect(replaced.body).toMatchObject({
    userName: `ada.new@${scim.domain}`,
    displayName: 'Ada N',
    emails: [{ value: `ada.new@${scim.domain}` }],
  })
  expect(replaced.body).not.toHaveProperty('externalId')
  for (const input of [
    {},
    { userName: 7 },
    { userName: 'a', active: 'perhaps' },
    { userName: 'a', emails: 'b' },
  ]) {
    expect((await scim.send('PUT', `/Users/${body.id}`, input)).status).toBe(400)
  }
  expect((await scim.send('PUT', '/Users/nosuchuser', userIn(scim, 'ada'))).status).toBe(404)
})

test('name and address of an account outside of the own domains are not changed', async () => {
  const scim = await aScimClient(app)
  const member = await app.aMember(scim.organizationId, 'read')
  const path = `/Users/${member.userId}`
  const renamed = await scim.send('PATCH', path, patchOf({ op: 'replace', path: 'displayName', value: 'X' }))
  expect([renamed.status, renamed.body.displayName]).toEqual([200, 'read'])
  const emails = [{ value: `taken@${scim.domain}`, primary: true }]
  expect(
    (await scim.send('PATCH', path, patchOf({ op: 'replace', path: 'emails', value: emails }))).status,
  ).toBe(403)
  expect(
    (await scim.send('PATCH', path, patchOf({ op: 'replace', path: 'active', value: false }))).status,
  ).toBe(200)
})

test('deactivating off-boards a member, and activating restores what they had', async () => {
  const scim = await aScimClient(app)
  const call = app.as(scim.admin)
  const { organizationId } = scim
  const { body: user } = await scim.send('POST', '/Users', userIn(scim, 'ada'))
  const params = { organizationId }
  const [kept, deleted] = [
    await call(api.spaces.create, { params, body: { title: 'Kept' } }),
    await call(api.spaces.create, { params, body: { title: 'Deleted' } }),
  ]
  for (const { id: spaceId } of [kept, deleted]) {
    await call(api.spacePermissions.grant, { params: { spaceId }, body: { role: 'edit', users: [user.id] } })
  }
  const team = await call(api.teams.create, { params, body: { title: 'Writers', members: [user.id] } })
  const off = await scim.send(
    'PATCH',
    `/Users/${user.id}`,
    patchOf({ op: 'replace', value: { active: false } }),
  )
  expect(off.body.active).toBe(false)
  const member = { params: { organizationId, userId: user.id } }
  expect(await call(api.members.get, member)).toMatchObject({ disabled: true, spaces: 0, teams: 0 })
  await app.db.deleteFrom('space').where('id', '=', deleted.id).execute()
  const on = await scim.send(
    'PATCH',
    `/Users/${user.id}`,
    patchOf({ op: 'Replace', path: 'active', value: 'True' }),
  )
  expect(on.body.active).toBe(true)
  expect(await call(api.members.get, member)).toMatchObject({ disabled: false, spaces: 1, teams: 1 })
  const { items } = await call(api.members.listTeams, member)
  expect(items.map((item) => item.team.id)).toEqual([team.id])
  const actions = (await eventsOf(app.db, organizationId, user.id)).map(({ action }) => action)
  expect(actions).toContain('member.offboard')
  expect(actions.at(-1)).toBe('member.reinstate')
})

test('the last admin is neither deactivated nor deleted', async () => {
  const scim = await aScimClient(app)
  const path = `/Users/${scim.admin.userId}`
  for (const request of [
    scim.send('PATCH', path, patchOf({ op: 'replace', path: 'active', value: false })),
    scim.send('DELETE', path),
  ]) {
    expect((await request).status).toBe(409)
  }
  expect((await scim.send('GET', path)).body.active).toBe(true)
})

test('a deleted user is no longer a member, and the account stays (RFC 7644, 3.6)', async () => {
  const scim = await aScimClient(app)
  const { body } = await scim.send('POST', '/Users', userIn(scim, 'ada'))
  const deleted = await scim.send('DELETE', `/Users/${body.id}`)
  expect(deleted.status).toBe(204)
  expect(deleted.body).toBeUndefined()
  expect((await scim.send('GET', `/Users/${body.id}`)).status).toBe(404)
  expect((await scim.send('DELETE', `/Users/${body.id}`)).status).toBe(404)
  expect((await scim.send('POST', '/Users', userIn(scim, 'ada'))).body.id).toBe(body.id)
})

test('a write to another version than the current one is refused (RFC 7644, 3.14)', async () => {
  const scim = await aScimClient(app)
  const { body } = await scim.send('POST', '/Users', userIn(scim, 'ada'))
  const path = `/Users/${body.id}`
  const first = body.meta?.version ?? ''
  const patch = patchOf({ op: 'replace', path: 'displayName', value: 'Ada' })
  const changed = await scim.send('PATCH', path, patch, { 'if-match': first })
  expect(changed.status).toBe(200)
  expect((await scim.send('PATCH', path, patch, { 'if-match': first })).status).toBe(412)
  expect((await scim.send('DELETE', path, undefined, { 'if-match': first })).status).toBe(412)
  const known = changed.headers.etag ?? ''
  expect((await scim.send('GET', path, undefined, { 'if-none-match': known })).status).toBe(304)
  expect((await scim.send('GET', path, undefined, { 'if-none-match': first })).status).toBe(200)
  expect((await scim.send('DELETE', path, undefined, { 'if-match': `"x", ${known}` })).status).toBe(204)
})

test('a user of another organization does not exist here', async () => {
  const [one, two] = [await aScimClient(app), await aScimClient(app)]
  const { body } = await one.send('POST', '/Users', userIn(one, 'ada'))
  for (const [method, input] of [
    ['GET', undefined],
    ['PUT', userIn(two, 'ada')],
    ['PATCH', patchOf({ op: 'replace', path: 'active', value: false })],
    ['DELETE', undefined],
  ] as const) {
    expect((await two.send(method, `/Users/${body.id}`, input)).status).toBe(404)
  }
})

test('an account that is a member elsewhere keeps its access there', async () => {
  const scim = await aScimClient(app)
  const { body } = await scim.send('POST', '/Users', userIn(scim, 'ada'))
  const other = await app.anOrganization('Other')
  await app.db
    .insertInto('member')
    .values({ organization_id: other.organizationId, user_id: body.id, role: 'read', joined_at: new Date() })
    .execute()
  await scim.send('DELETE', `/Users/${body.id}`)
  const params = { organizationId: other.organizationId, userId: body.id }
  expect((await app.as(other.admin)(api.members.get, { params })).disabled).toBe(false)
})

test('a user names their groups, which only groups can change (RFC 7643, 4.1.2)', async () => {
  const scim = await aScimClient(app)
  const { body: user } = await scim.send('POST', '/Users', userIn(scim, 'ada'))
  expect(user).not.toHaveProperty('groups')
  const { body: group } = await scim.send('POST', '/Groups', {
    displayName: 'Writers',
    members: [{ value: user.id }],
  })
  const groups = [{ value: group.id, $ref: group.meta?.location, display: 'Writers', type: 'direct' }]
  const read = async () => (await scim.send('GET', `/Users/${user.id}`)).body
  expect(await read()).toMatchObject({ groups })
  await scim.send('PATCH', `/Users/${user.id}`, patchOf({ op: 'remove', path: 'groups' }))
  await scim.send('PUT', `/Users/${user.id}`, userIn(scim, 'ada', { groups: [] }))
  expect(await read()).toMatchObject({ groups })
  const filter = encodeURIComponent(`groups.value eq "${group.id}"`)
  expect((await scim.send('GET', `/Users?filter=${filter}`)).body).toMatchObject({ totalResults: 1 })
})
