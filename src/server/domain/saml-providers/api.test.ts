import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aKey, anOrganizationWithProvider, completeSettings } from '#testing/saml-providers.ts'

const app = useTestApp()

describe('SAML providers', () => {
  test('need only a label, and become active with entityID, ssoURL and certificate', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const call = app.as(admin)
    const params = { organizationId }
    const created = await call(api.samlProviders.create, { params, body: { label: 'Okta' } })
    const base = `${app.service.urls.base}/sso/saml/${created.id}`
    expect(created).toMatchObject({
      label: 'Okta',
      status: 'pending',
      certificates: [],
      defaultRole: null,
      service: {
        acsURL: `${base}/acs`,
        startURL: `${base}/start`,
        entityID: `${base}/metadata`,
        metadataURL: `${base}/metadata`,
      },
      version: 1,
    })
    expect(created).not.toHaveProperty('certificate')
    expect(await call(api.samlProviders.logins, { params })).toEqual({ items: [] })
    const path = { params: { ...params, samlProviderId: created.id } }
    const { label: _, ...settings } = await completeSettings()
    const active = await call(api.samlProviders.update, { ...path, body: settings }, { ifMatch: 1 })
    expect(active).toMatchObject({ ...settings, certificate: settings.certificate.trim(), status: 'active' })
    expect(await call(api.samlProviders.get, path)).toEqual(active)
    const member = app.as(await app.aMember(organizationId, null))
    expect(await member(api.samlProviders.logins, { params })).toEqual({
      items: [{ id: created.id, label: 'Okta', startURL: `${base}/start` }],
    })
    const pending = await call(api.samlProviders.update, { ...path, body: { entityID: null } })
    expect([pending.status, pending.version, 'entityID' in pending]).toEqual(['pending', 3, false])
  })

  test('record who changed what, honor versions, and can be deleted', async () => {
    const { organizationId, call, params, provider } = await anOrganizationWithProvider(app)
    const path = { params: { ...params, samlProviderId: provider.id } }
    await call(api.samlProviders.update, { ...path, body: { label: 'Entra' } })
    expect((await call(api.samlProviders.update, { ...path, body: { label: 'Entra' } })).version).toBe(2)
    await expect(call(api.samlProviders.delete, path, { ifMatch: 1 })).rejects.toMatchObject({ status: 412 })
    await call(api.samlProviders.delete, path, { ifMatch: 2 })
    await expect(call(api.samlProviders.get, path)).rejects.toMatchObject({ status: 404 })
    expect(await eventsOf(app.db, organizationId, provider.id)).toMatchObject([
      { action: 'sso-provider.create', after: { label: 'Example login' } },
      { action: 'sso-provider.update', before: { label: 'Example login' }, after: { label: 'Entra' } },
      { action: 'sso-provider.delete', before: { label: 'Entra' } },
    ])
  })

  test('have limits: labels of 1 to 30 characters, and 20 providers even when created concurrently', async () => {
    const { call, params } = await anOrganizationWithProvider(app)
    for (const label of ['', 'x'.repeat(31)]) {
      const attempt = call(api.samlProviders.create, { params, body: { label } })
      await expect(attempt).rejects.toMatchObject({ status: 400, type: 'validation' })
    }
    const create = () => call(api.samlProviders.create, { params, body: { label: 'x'.repeat(30) } })
    const attempts = await Promise.allSettled(Array.from({ length: 22 }, create))
    const refusals = attempts.filter((one) => one.status === 'rejected')
    expect(refusals.map(({ reason }) => [reason.status, reason.type])).toEqual(
      Array.from({ length: 3 }, () => [409, 'invalid_state']),
    )
    const { count, items, next } = await call(api.samlProviders.list, { params, query: { limit: 12 } })
    const rest = await call(api.samlProviders.list, { params, query: { page: next?.page } })
    expect([count, new Set([...items, ...rest.items].map(({ id }) => id)).size]).toEqual([20, 20])
  })

  test('accept two certificates and say when each expires', async () => {
    const { call, params, provider } = await anOrganizationWithProvider(app)
    const [current, next, old] = await Promise.all([aKey(20), aKey(365), aKey(-3)])
    const path = { params: { ...params, samlProviderId: provider.id } }
    const update = (certificate: string) => call(api.samlProviders.update, { ...path, body: { certificate } })
    const both = await update(`${current.certificate}\n${next.certificate}`)
    expect(both.certificates.map(({ status }) => status)).toEqual(['expiring', 'valid'])
    expect(both.certificates[0]).toMatchObject({
      subject: 'CN=login.example.org',
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    })
    expect((await update(old.certificate)).certificates[0]?.status).toBe('expired')
    for (const text of [
      'no certificate',
      `${current.certificate}${next.certificate}${old.certificate}`,
      `${current.certificate}extra`,
      current.certificate.replace(/\n\w{20}/, '\n'),
    ]) {
      await expect(update(text)).rejects.toMatchObject({
        status: 400,
        details: { issues: [{ path: ['body', 'certificate'] }] },
      })
    }
  })

  test('add new members to a team of the organization only', async () => {
    const { call, params, provider } = await anOrganizationWithProvider(app)
    const elsewhere = await anOrganizationWithProvider(app)
    const team = await call(api.teams.create, { params, body: { title: 'Writers' } })
    const path = { params: { ...params, samlProviderId: provider.id } }
    const body = { defaultTeam: team.id, defaultRole: 'edit' as const }
    const updated = await call(api.samlProviders.update, { ...path, body })
    expect(updated).toMatchObject({ defaultTeam: { id: team.id, title: 'Writers' }, defaultRole: 'edit' })
    const foreign = await elsewhere.call(api.teams.create, {
      params: elsewhere.params,
      body: { title: 'Others' },
    })
    await expect(
      call(api.samlProviders.update, { ...path, body: { defaultTeam: foreign.id } }),
    ).rejects.toMatchObject({ status: 400, details: { issues: [{ path: ['body', 'defaultTeam'] }] } })
    await call(api.teams.delete, { params: { ...params, teamId: team.id } })
    expect(await call(api.samlProviders.get, path)).not.toHaveProperty('defaultTeam')
  })

  test('are not found in other organizations', async () => {
    const { provider } = await anOrganizationWithProvider(app)
    const elsewhere = await anOrganizationWithProvider(app)
    const path = { params: { ...elsewhere.params, samlProviderId: provider.id } }
    for (const attempt of [
      () => elsewhere.call(api.samlProviders.get, path),
      () => elsewhere.call(api.samlProviders.update, { ...path, body: { label: 'Mine' } }),
      () => elsewhere.call(api.samlProviders.delete, path),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
    }
  })
})
