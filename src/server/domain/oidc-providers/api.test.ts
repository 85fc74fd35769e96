import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { type OidcServer, startOidcServer } from '#testing/oidc-server.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
let server: OidcServer
beforeAll(async () => {
  server = await startOidcServer()
})
afterAll(() => server.stop())

const { create, get, list, update, delete: remove } = api.oidcProviders

async function anOrganization() {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  return { organizationId, params, call: app.as(admin) }
}

describe('the settings of a provider', () => {
  test('are complete with an issuer and a client id; the secret is never returned', async () => {
    const { organizationId, params, call } = await anOrganization()
    const team = await call(api.teams.create, { params, body: { title: 'Writers' } })
    const added = await call(create, { params, body: { label: 'Login' } })
    expect(added).toMatchObject({
      object: 'oidc-provider',
      status: 'pending',
      hasClientSecret: false,
      scopes: ['openid', 'email', 'profile'],
      groupsClaim: 'groups',
      groupMappings: [],
      service: { callbackURL: expect.stringMatching(/\/sso\/oidc\/\w+\/callback$/) },
    })
    const one = { params: { ...params, oidcProviderId: added.id } }
    const body = {
      issuer: `${server.issuer}/.well-known/openid-configuration`,
      clientID: 'lectern',
      clientSecret: 'a very secret secret',
      scopes: ['email', 'groups'],
      groupMappings: [{ group: 'writers', team: team.id, role: 'edit' as const }],
      defaultTeam: team.id,
    }
    const changed = await call(update, { ...one, body }, { ifMatch: 1 })
    expect(changed).toMatchObject({
      status: 'active',
      issuer: server.issuer,
      hasClientSecret: true,
      scopes: ['openid', 'email', 'groups'],
      groupMappings: body.groupMappings,
      defaultTeam: { id: team.id },
      version: 2,
    })
    const events = await eventsOf(app.db, organizationId, added.id)
    expect(events.map(({ action }) => action)).toEqual(['sso-provider.create', 'sso-provider.update'])
    for (const value of [changed, events]) expect(JSON.stringify(value)).not.toContain(body.clientSecret)
    const { rows } = await app.db
      .selectFrom('oidc_provider')
      .selectAll()
      .where('provider_id', '=', added.id)
      .execute()
      .then((found) => ({ rows: found }))
    expect(rows[0]?.client_secret?.toString('latin1')).not.toContain(body.clientSecret)
    expect(await call(get, one)).toEqual(changed)
    expect((await call(list, { params })).items).toEqual([changed])
    expect((await call(api.samlProviders.list, { params })).count).toBe(0)
    const { items } = await call(api.samlProviders.logins, { params })
    expect(items).toEqual([{ id: added.id, label: 'Login', startURL: changed.service.startURL }])
  })

  test('keep the secret when it is left out, replace it, and forget it with null', async () => {
    const { organizationId, params, call } = await anOrganization()
    const body = { label: 'Login', clientSecret: 'one' }
    const { id } = await call(create, { params, body })
    const one = { params: { ...params, oidcProviderId: id } }
    expect(await call(update, { ...one, body: { label: 'Log in' } })).toMatchObject({ hasClientSecret: true })
    expect(await call(update, { ...one, body: { clientSecret: 'two' } })).toMatchObject({ version: 3 })
    expect((await eventsOf(app.db, organizationId, id)).at(-1)?.after).toEqual({ clientSecret: 'replaced' })
    expect(await call(update, { ...one, body: { clientSecret: null } })).toMatchObject({
      hasClientSecret: false,
    })
  })

  test('are refused with the field that is wrong, and nothing changes', async () => {
    const { params, call } = await anOrganization()
    const refused = (body: object, ...path: (string | number)[]) =>
      expect(call(create, { params, body: { label: 'Login', ...body } })).rejects.toMatchObject({
        status: 400,
        details: { issues: [{ path: ['body', ...path] }] },
      })
    await refused({ issuer: `${server.issuer}/elsewhere` }, 'issuer')
    await refused({ issuer: 'http://127.0.0.1:1' }, 'issuer')
    await refused({ defaultTeam: 'nosuchteam' }, 'defaultTeam')
    await refused({ groupMappings: [{ group: 'a', team: 'nosuchteam' }] }, 'groupMappings', 0, 'team')
    await refused({ groupMappings: [{ group: 'a' }] }, 'groupMappings', 0, 'group')
    await refused({ scopes: ['two words'] }, 'scopes', 0)
    expect((await call(list, { params })).count).toBe(0)
  })

  test('are changed by the version that was seen, and a deleted provider is gone', async () => {
    const { params, call } = await anOrganization()
    const { id } = await call(create, { params, body: { label: 'Login' } })
    const one = { params: { ...params, oidcProviderId: id } }
    const stale = call(update, { ...one, body: { label: 'Late' } }, { ifMatch: 9 })
    await expect(stale).rejects.toMatchObject({ status: 412 })
    const { admin: stranger } = await app.anOrganization()
    await expect(app.as(stranger)(get, one)).rejects.toMatchObject({ status: 404 })
    await call(remove, one, { ifMatch: 1 })
    await expect(call(get, one)).rejects.toMatchObject({ status: 404 })
  })
})

test('a mapping of a deleted team keeps its role, and means nothing without one', async () => {
  const { params, call } = await anOrganization()
  const team = await call(api.teams.create, { params, body: { title: 'Writers' } })
  const groupMappings = [
    { group: 'a', team: team.id },
    { group: 'b', team: team.id, role: 'edit' as const },
  ]
  const { id } = await call(create, { params, body: { label: 'Login', groupMappings } })
  await call(api.teams.delete, { params: { ...params, teamId: team.id } })
  const after = await call(get, { params: { ...params, oidcProviderId: id } })
  expect(after.groupMappings).toEqual([{ group: 'b', role: 'edit' }])
})
