import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { anSsoBrowser } from '#testing/saml-sign-in.ts'
import { anSsoOrganization, signedInBrowser } from '#testing/sso-organization.ts'

const app = useTestApp()

describe('an organization that requires single sign-on', () => {
  test('refuses passwords with a list of its providers, except those of admins who are not marked', async () => {
    const { organizationId, admin, call, params, provider, ann } = await anSsoOrganization(app)
    const member = await app.aMember(organizationId, 'edit')
    const space = await call(api.spaces.create, { params, body: { title: 'Guide' } })
    await call(api.organizations.update, { params, body: { sso: true } })
    const browser = await signedInBrowser(app, member)
    const refusal = {
      error: {
        code: 403,
        type: 'sso_required',
        message: expect.stringContaining('single sign-on'),
        details: {
          organization: organizationId,
          logins: [{ id: provider.id, label: provider.label, startURL: `/sso/saml/${provider.id}/start` }],
        },
      },
    }
    for (const response of [
      await browser.send(api.organizations.get, undefined, params),
      await browser.send(api.spaces.get, undefined, { spaceId: space.id }),
      await browser.send(api.spaces.update, { title: 'Changed' }, { spaceId: space.id }),
    ])
      expect([response.status, response.json()]).toEqual([403, refusal])
    expect((await browser.send(api.sessions.current)).status).toBe(200)
    expect((await app.as(member)(api.spaces.get, { params: { spaceId: space.id } })).id).toBe(space.id)
    const adminBrowser = await signedInBrowser(app, admin)
    expect((await adminBrowser.send(api.organizations.get, undefined, params)).status).toBe(200)
    const sso = anSsoBrowser(app)
    await sso.signIn({ provider, person: ann })
    expect((await sso.get(`/v1/orgs/${organizationId}`)).status).toBe(200)
  })

  test('needs an active provider, and keeps the last one', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const body = { sso: true }
    await expect(
      app.as(admin)(api.organizations.update, { params: { organizationId }, body }),
    ).rejects.toMatchObject({ status: 412, type: 'precondition_failed' })
    const { call, params, provider } = await anSsoOrganization(app)
    expect((await call(api.organizations.update, { params, body })).sso).toBe(true)
    const path = { params: { ...params, samlProviderId: provider.id } }
    const kept = { status: 409, type: 'invalid_state' }
    await expect(call(api.samlProviders.delete, path)).rejects.toMatchObject(kept)
    await expect(
      call(api.samlProviders.update, { ...path, body: { certificate: null } }),
    ).rejects.toMatchObject(kept)
    await call(api.samlProviders.update, { ...path, body: { label: 'Renamed' } })
    await call(api.organizations.update, { params, body: { sso: false } })
    await call(api.samlProviders.delete, path)
  })
})

describe('members who are marked for single sign-on', () => {
  test('must use it, until they are unmarked', async () => {
    const { organizationId, call, params } = await anSsoOrganization(app)
    const member = await app.aMember(organizationId, 'edit')
    const browser = await signedInBrowser(app, member)
    const status = async () => (await browser.send(api.organizations.get, undefined, params)).status
    const path = { params: { ...params, userId: member.userId } }
    expect(await status()).toBe(200)
    expect(await call(api.members.markSso, path)).toMatchObject({ sso: true, version: 2 })
    expect((await call(api.members.markSso, path)).version).toBe(2)
    expect(await status()).toBe(403)
    expect(await call(api.members.unmarkSso, path)).toMatchObject({ sso: false })
    expect(await status()).toBe(200)
    expect(await eventsOf(app.db, organizationId, member.userId)).toMatchObject([
      { action: 'member.sso', before: { sso: false }, after: { sso: true } },
      { action: 'member.sso', before: { sso: true }, after: { sso: false } },
    ])
  })

  test('never include the last admin with a password, who also remains admin', async () => {
    const { organizationId, admin, call, params } = await anSsoOrganization(app)
    const other = await app.aMember(organizationId, 'admin')
    const path = (userId: string) => ({ params: { ...params, userId } })
    await call(api.members.markSso, path(other.userId))
    const last = { status: 409, type: 'invalid_state' }
    await expect(call(api.members.markSso, path(admin.userId))).rejects.toMatchObject(last)
    for (const body of [{ role: 'edit' as const }, { disabled: true }])
      await expect(app.as(other)(api.members.update, { ...path(admin.userId), body })).rejects.toMatchObject(
        last,
      )
    await expect(app.as(other)(api.members.delete, path(admin.userId))).rejects.toMatchObject(last)
    expect((await call(api.members.access, path(admin.userId))).lastAdmin).toBe(true)
    await call(api.members.update, { ...path(other.userId), body: { role: 'edit' } })
  })

  test('cannot both be marked when two admins mark each other', async () => {
    const { organizationId, admin, call, params } = await anSsoOrganization(app)
    const other = await app.aMember(organizationId, 'admin')
    const results = await Promise.allSettled([
      call(api.members.markSso, { params: { ...params, userId: other.userId } }),
      app.as(other)(api.members.markSso, { params: { ...params, userId: admin.userId } }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('use their password again once the organization has no provider', async () => {
    const { organizationId, call, params, provider } = await anSsoOrganization(app)
    const member = await app.aMember(organizationId, 'edit')
    const browser = await signedInBrowser(app, member)
    await call(api.members.markSso, { params: { ...params, userId: member.userId } })
    expect((await browser.send(api.organizations.get, undefined, params)).status).toBe(403)
    await call(api.samlProviders.delete, { params: { ...params, samlProviderId: provider.id } })
    expect((await browser.send(api.organizations.get, undefined, params)).status).toBe(200)
  })
})

test('people are invited for single sign-on if their domain is verified, without a password', async () => {
  const { organizationId, call, params, provider, domain } = await anSsoOrganization(app)
  const emails = [`bob@${domain}`, 'carl@elsewhere.example']
  const response = await call(api.organizationInvites.send, { params, body: { emails, sso: true } })
  expect(response).toMatchObject({ invited: 1, failedSSOEmails: ['carl@elsewhere.example'] })
  expect(response.links?.[0]?.url).not.toContain('/link/')
  const path = { params: { ...params, userId: response.users[0] ?? '' } }
  const member = await call(api.members.get, path)
  expect(member.sso).toBe(true)
  expect(member).not.toHaveProperty('pending')
  const bob = { id: 'bob-1', email: `bob@${domain}`, name: 'Bob' }
  const browser = anSsoBrowser(app)
  await browser.signIn({ provider, person: bob })
  expect((await browser.get(`/v1/orgs/${organizationId}`)).status).toBe(200)
})
