import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aScimClient, groupSchema, patchOf, type ScimClient, userSchema } from '#testing/scim.ts'

const app = useTestApp()
const limited = useTestApp({ LECTERN_RATE_LIMIT: '3' })

const endpoints = [
  ['GET', '/Users'],
  ['POST', '/Users'],
  ['GET', '/Users/x'],
  ['PUT', '/Users/x'],
  ['PATCH', '/Users/x'],
  ['DELETE', '/Users/x'],
  ['GET', '/Groups'],
  ['POST', '/Groups'],
  ['GET', '/Groups/x'],
  ['PUT', '/Groups/x'],
  ['PATCH', '/Groups/x'],
  ['DELETE', '/Groups/x'],
  ['GET', '/ServiceProviderConfig'],
  ['GET', '/ResourceTypes'],
  ['GET', '/ResourceTypes/User'],
  ['GET', '/Schemas'],
  ['GET', `/Schemas/${userSchema}`],
  ['POST', '/Bulk'],
  ['GET', '/nothing'],
] as const

const credentialsFor = async (scim: ScimClient) => {
  const other = await aScimClient(app)
  const revoked = await app.as(scim.admin)(api.scimTokens.create, {
    params: { organizationId: scim.organizationId },
    body: { label: 'Revoked' },
  })
  await app.as(scim.admin)(api.scimTokens.delete, {
    params: { organizationId: scim.organizationId, scimTokenId: revoked.id },
  })
  return {
    none: undefined,
    'not a bearer token': `Basic ${Buffer.from(`a:${scim.token}`).toString('base64')}`,
    empty: 'Bearer ',
    unknown: 'Bearer lcs_unknown',
    'of another organization': `Bearer ${other.token}`,
    revoked: `Bearer ${revoked.token}`,
    'the API token of an admin': `Bearer ${scim.admin.token}`,
  }
}

test('every endpoint refuses every wrong credential', async () => {
  const scim = await aScimClient(app)
  for (const [name, authorization] of Object.entries(await credentialsFor(scim))) {
    for (const [method, path] of endpoints) {
      const response = await app.send({
        method,
        url: `/scim/v2/${scim.organizationId}${path}`,
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/scim+json' }),
        },
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: '{"broken' }),
      })
      expect(response.status, `${name}: ${method} ${path}`).toBe(401)
      expect(response.headers['www-authenticate']).toBe('Bearer')
      expect(response.headers['content-type']).toContain('application/scim+json')
      expect(response.json()).toMatchObject({ status: '401' })
    }
  }
})

test('a provisioning token is no API token', async () => {
  const scim = await aScimClient(app)
  const person = { ...scim.admin, token: scim.token }
  await expect(app.as(person)(api.users.current, {})).rejects.toMatchObject({ status: 401 })
})

test('invalid requests are refused without an internal error', async () => {
  const scim = await aScimClient(app)
  const member = await app.aMember(scim.organizationId, 'read')
  const paths = ['/Users', '/Groups', `/Users/${member.userId}`, '/Users/%00', `/Users/${'x'.repeat(1500)}`]
  const bodies = ['', 'null', '[]', '"text"', '7', '{"broken', '{"userName": "\\u0000"}', '{"schemas": 7}']
  const shapes = ['{"userName": {}}', '{"displayName": []}', '{"Operations": {}}', '{"Operations": [null]}']
  for (const path of paths) {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (const payload of [...bodies, ...shapes]) {
        const response = await app.send({
          method,
          url: `/scim/v2/${scim.organizationId}${path}`,
          token: scim.token,
          headers: { 'content-type': 'application/scim+json' },
          payload,
        })
        expect([400, 404], `${method} ${path} ${payload}`).toContain(response.status)
        expect(response.json()).toMatchObject({ status: String(response.status) })
      }
    }
  }
  const url = `/scim/v2/${scim.organizationId}/Users`
  const text = { method: 'POST', url, token: scim.token, payload: 'userName=a' }
  expect((await app.send({ ...text, headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  const large = JSON.stringify({ userName: 'x'.repeat(1_100_000) })
  const headers = { 'content-type': 'application/json' }
  expect((await app.send({ ...text, headers, payload: large })).status).toBe(413)
  expect((await scim.send('GET', '/Users')).body.totalResults).toBe(2)
})

test('the rate limit applies to a token', async () => {
  const scim = await aScimClient(limited)
  for (let n = 0; n < 3; n++) expect((await scim.send('GET', '/Users')).status).toBe(200)
  const refused = await scim.send('GET', '/Users')
  expect(refused).toMatchObject({ status: 429, body: { status: '429' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('discovery describes what is supported (RFC 7644, 4)', async () => {
  const scim = await aScimClient(app)
  expect((await scim.send('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    etag: { supported: true },
  })
  const types = (await scim.send('GET', '/ResourceTypes')).body
  expect(types.Resources?.map(({ id }) => id)).toEqual(['User', 'Group'])
  const schemas = (await scim.send('GET', '/Schemas')).body
  expect(schemas.Resources?.map(({ id }) => id)).toEqual([userSchema, groupSchema])
  expect((await scim.send('GET', `/Schemas/${groupSchema}`)).body.id).toBe(groupSchema)
  expect((await scim.send('GET', '/Schemas/urn:none')).status).toBe(404)
  expect((await scim.send('GET', '/Schemas?filter=id')).status).toBe(403)
})

test('the use of a token is shown, and its secret is not stored', async () => {
  const scim = await aScimClient(app)
  const params = { organizationId: scim.organizationId }
  const list = () => app.as(scim.admin)(api.scimTokens.list, { params })
  expect((await list()).items[0]).not.toHaveProperty('lastUsedAt')
  await scim.send('GET', '/Users')
  expect((await list()).items[0]?.lastUsedAt).toBeDefined()
  const stored = await app.db.selectFrom('scim_token').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(scim.token)
})

test('the requests of Okta create, find, change and deactivate a user', async () => {
  const scim = await aScimClient(app)
  const email = `isaac.brock@${scim.domain}`
  const found = await scim.send('GET', `/Users?filter=userName%20eq%20%22${email}%22&startIndex=1&count=100`)
  expect(found.body.totalResults).toBe(0)
  const input = {
    schemas: [userSchema],
    userName: email,
    name: { givenName: 'Isaac', familyName: 'Brock' },
    emails: [{ primary: true, value: email, type: 'work' }],
    displayName: 'Isaac Brock',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const { body: user } = await scim.send('POST', '/Users', input)
  const put = {
    ...input,
    id: user.id,
    name: { givenName: 'Isaac', familyName: 'Brook' },
    displayName: 'Isaac Brook',
  }
  expect((await scim.send('PUT', `/Users/${user.id}`, put)).body.displayName).toBe('Isaac Brook')
  const off = patchOf({ op: 'replace', value: { active: false } })
  expect((await scim.send('PATCH', `/Users/${user.id}`, off)).body.active).toBe(false)
  const group = await scim.send('POST', '/Groups', {
    schemas: [groupSchema],
    displayName: 'Test SCIMv2',
    members: [],
  })
  const change = patchOf(
    { op: 'replace', value: { id: group.body.id, displayName: 'Renamed' } },
    { op: 'add', path: 'members', value: [{ value: user.id, display: email }] },
  )
  expect((await scim.send('PATCH', `/Groups/${group.body.id}`, change)).body).toMatchObject({
    id: group.body.id,
    displayName: 'Renamed',
    members: [{ value: user.id }],
  })
})

test('the requests of Entra ID create, change and deactivate a user', async () => {
  const scim = await aScimClient(app)
  const email = `test_user@${scim.domain}`
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const { status, body: user } = await scim.send('POST', '/Users', {
    schemas: [userSchema, enterprise],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: email,
    active: true,
    emails: [{ primary: true, type: 'work', value: email }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
    [enterprise]: { department: 'Sales', manager: { value: 'x' } },
  })
  expect(status).toBe(201)
  const renamed = `updated@${scim.domain}`
  const changed = await scim.send(
    'PATCH',
    `/Users/${user.id}`,
    patchOf(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: renamed },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Marketing' },
      { op: 'Add', path: 'title', value: 'Manager' },
    ),
  )
  expect(changed.body).toMatchObject({
    displayName: 'givenName updatedFamilyName',
    emails: [{ type: 'work', value: renamed }],
    name: { familyName: 'updatedFamilyName' },
  })
  const off = patchOf({ op: 'Replace', path: 'active', value: 'False' })
  expect((await scim.send('PATCH', `/Users/${user.id}`, off)).body.active).toBe(false)
})
