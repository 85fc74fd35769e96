import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { type OidcServer, registerClient, signInAtProvider, startOidcServer } from '#testing/oidc-server.ts'
import { anSsoBrowser } from '#testing/saml-sign-in.ts'
import { openSession, sessionCookie } from '../../auth/sessions.ts'
import { vouchForDomain } from '../verified-domains/vouch.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
let server: OidcServer
beforeAll(async () => {
  server = await startOidcServer()
})
afterAll(() => server.stop())

/** An organization with a verified domain and a provider where it is registered. */
async function setUp() {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const domain = `${organizationId.toLowerCase()}.example`
  await vouchForDomain(app.service, organizationId, domain)
  const pending = await call(api.oidcProviders.create, { params, body: { label: 'Login' } })
  const one = { params: { ...params, oidcProviderId: pending.id } }
  const client = await registerClient(server.issuer, pending.service.callbackURL)
  const scopes = ['email', 'profile', 'groups']
  const body = { issuer: server.issuer, ...client, scopes }
  const provider = await call(api.oidcProviders.update, { ...one, body })
  const ann = `ann-${organizationId}`
  const email = `ann@${domain}`
  server.people.set(ann, { email, email_verified: true, name: 'Ann Lee', groups: ['staff', 'writers'] })
  /** Signs a person in, in a browser of their own, and returns where it ends. */
  const signIn = async (login = ann, browser = anSsoBrowser(app), query = '') => {
    const { location } = await browser.get(`${provider.service.startURL}${query}`)
    const { location: finish } = await browser.get(await signInAtProvider(location, login))
    return finish.startsWith('/sso/finish') ? (await browser.get(finish)).location : finish
  }
  const account = () =>
    app.db.selectFrom('user_account').selectAll().where('email', '=', email).executeTakeFirst()
  const { clientSecret } = client
  return { organizationId, params, call, domain, one, provider, ann, email, signIn, account, clientSecret }
}

describe('the first sign-in', () => {
  test('creates an account and a membership, with the claims of the userinfo endpoint', async () => {
    const { organizationId, params, call, provider, signIn, account } = await setUp()
    const browser = anSsoBrowser(app)
    expect(await signIn(undefined, browser, '?return=/o/home')).toBe('/o/home')
    const created = await account()
    expect(created).toMatchObject({ display_name: 'Ann Lee', email_verified_at: expect.any(Date) })
    const userId = created?.id ?? ''
    expect(await call(api.members.get, { params: { ...params, userId } })).toMatchObject({
      role: null,
      sso: true,
    })
    const [session] = await app.db.selectFrom('session').selectAll().where('user_id', '=', userId).execute()
    expect(session).toMatchObject({
      method: 'oidc',
      provider_id: provider.id,
      provider_organization_id: organizationId,
    })
    expect(JSON.parse((await browser.get('/auth/session')).text)).toMatchObject({
      user: { displayName: 'Ann Lee' },
    })
  })

  test('sends state, nonce and a code challenge that are different every time', async () => {
    const { provider } = await setUp()
    const start = async () => {
      const { location } = await anSsoBrowser(app).get(provider.service.startURL)
      return new URL(location).searchParams
    }
    const [one, two] = [await start(), await start()]
    expect(one.get('code_challenge_method')).toBe('S256')
    expect(one.get('scope')).toBe('openid email profile groups')
    expect(one.get('redirect_uri')).toBe(provider.service.callbackURL)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name)?.length).toBeGreaterThan(30)
      expect(one.get(name)).not.toBe(two.get(name))
    }
  })

  test('is refused for a domain that is not verified, and for an address the provider has not verified', async () => {
    const { ann, email, domain, signIn, account } = await setUp()
    const warn = vi.spyOn(app.service.log, 'warn')
    for (const person of [{ email: 'ann@elsewhere.example' }, { email, email_verified: false }, {}]) {
      server.people.set(ann, person)
      expect(await signIn()).toBe('/sign-in?sso=no-access')
    }
    expect(warn.mock.calls.map(([details]) => (details as { cause: string }).cause)).toEqual([
      expect.stringContaining('hasn’t verified the domain'),
      expect.stringContaining('a valid email address'),
      expect.stringContaining('a valid email address'),
    ])
    warn.mockRestore()
    expect(await account()).toBeUndefined()
    server.people.set(ann, { email: `ANN@${domain.toUpperCase()}` })
    expect(await signIn()).toBe('/')
  })

  test('cannot be finished in another browser, or twice', async () => {
    const { provider, ann, account } = await setUp()
    const { location } = await anSsoBrowser(app).get(provider.service.startURL)
    const callback = await signInAtProvider(location, ann)
    const victim = anSsoBrowser(app)
    const { location: finish } = await victim.get(callback)
    expect((await victim.get(finish)).location).toBe('/sign-in?sso=expired')
    expect((await victim.get(callback)).location).toBe('/sign-in?sso=failed')
    expect(await account()).toBeUndefined()
  })

  test('links people again after the provider was replaced by another one', async () => {
    const { call, one, signIn, provider, clientSecret } = await setUp()
    await signIn()
    const identities = () =>
      app.db.selectFrom('sso_identity').selectAll().where('provider_id', '=', provider.id).execute()
    expect(await identities()).toHaveLength(1)
    await call(api.oidcProviders.update, { ...one, body: { label: 'Log in' } })
    expect(await identities()).toHaveLength(1)
    await call(api.oidcProviders.update, { ...one, body: { issuer: null } })
    expect(await identities()).toEqual([])
    // The secret does not go to an issuer that it was not entered for.
    const moved = await call(api.oidcProviders.update, { ...one, body: { issuer: server.issuer } })
    expect(moved.hasClientSecret).toBe(false)
    await call(api.oidcProviders.update, { ...one, body: { clientSecret } })
    expect(await signIn()).toBe('/')
    expect(await identities()).toHaveLength(1)
  })

  test('says so when the person cancels, and when the provider is gone', async () => {
    const { provider, call, one } = await setUp()
    const browser = anSsoBrowser(app)
    const { location } = await browser.get(`${provider.service.startURL}?return=/o/x`)
    const state = new URL(location).searchParams.get('state')
    const canceled = await browser.get(
      `${provider.service.callbackURL}?${new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: server.issuer })}`,
    )
    expect(canceled.location).toBe('/sign-in?sso=failed&to=%2Fo%2Fx')
    await call(api.oidcProviders.update, { ...one, body: { clientID: null } })
    expect((await browser.get(provider.service.startURL)).location).toBe('/sign-in?sso=failed')
    await call(api.oidcProviders.delete, one)
    expect((await browser.get(provider.service.startURL)).location).toBe('/sign-in?sso=failed')
    expect((await browser.get(provider.service.callbackURL)).location).toBe('/sign-in?sso=failed')
  })
})

describe('groups', () => {
  /** Writers join two teams and edit, the staff joins one, and nothing else is mapped. */
  async function withMappings() {
    const world = await setUp()
    const { call, params, one } = world
    const team = async (title: string) => (await call(api.teams.create, { params, body: { title } })).id
    const [docs, style, staff, manual] = [
      await team('Docs'),
      await team('Style'),
      await team('Staff'),
      await team('Manual'),
    ]
    const groupMappings = [
      { group: 'writers', team: docs, role: 'edit' as const },
      { group: 'writers', team: style },
      { group: 'staff', team: staff, role: 'read' as const },
      { group: 'it', role: 'admin' as const },
    ]
    const body = { groupMappings, defaultRole: 'comment' as const }
    await call(api.oidcProviders.update, { ...one, body })
    const userId = async () => (await world.account())?.id ?? ''
    const state = async () => {
      const member = { ...params, userId: await userId() }
      const teams = await call(api.members.listTeams, { params: member })
      const { role } = await call(api.members.get, { params: member })
      return { role, teams: teams.items.map(({ team: { title } }) => title).toSorted() }
    }
    const setGroups = (groups: readonly string[]) =>
      server.people.set(world.ann, { email: world.email, name: 'Ann Lee', groups })
    return { ...world, teams: { docs, manual }, userId, state, setGroups }
  }

  test('decide on teams and role at each sign-in, and other teams do not change', async () => {
    const { organizationId, call, params, teams, signIn, state, setGroups, userId } = await withMappings()
    await signIn()
    expect(await state()).toEqual({ role: 'edit', teams: ['Docs', 'Staff', 'Style'] })
    const member = { ...params, userId: await userId() }
    await call(api.teamMembers.put, { params: { ...member, teamId: teams.manual }, body: {} })
    setGroups(['staff', 'unknown'])
    await signIn()
    expect(await state()).toEqual({ role: 'read', teams: ['Manual', 'Staff'] })
    setGroups([])
    await signIn()
    expect(await state()).toEqual({ role: 'comment', teams: ['Manual'] })
    const changes = (await eventsOf(app.db, organizationId, teams.docs)).filter(
      ({ action }) => action === 'team.members',
    )
    expect(changes.map(({ after }) => Object.values(after ?? {}))).toEqual([['member'], [null]])
    const roles = (await eventsOf(app.db, organizationId, member.userId)).filter(
      ({ action }) => action === 'member.update',
    )
    expect(roles.map(({ after }) => after?.role)).toEqual(['edit', 'read', 'comment'])
  })

  test('are shown by a test with what they would change, which changes nothing', async () => {
    const { organizationId, call, params, provider, ann, signIn, state, setGroups } = await withMappings()
    await signIn()
    setGroups(['staff', 'unknown'])
    const admin = await call(api.users.current, {})
    const { id, url } = await call(api.sso.startTest, { params: { ...params, providerId: provider.id } })
    const browser = anSsoBrowser(app)
    const secret = await openSession(app.db, {
      userId: admin.id,
      userAgent: null,
      ip: null,
      method: 'password',
      now: new Date(),
    })
    browser.cookies.set(sessionCookie, secret)
    const { location } = await browser.get(url)
    const result = await browser.get(await signInAtProvider(location, ann))
    expect(result.location).toBe(`/o/${organizationId}/settings/sso?provider=${provider.id}&test=${id}`)
    expect(await call(api.sso.getTest, { params: { ...params, testId: id } })).toMatchObject({
      status: 'passed',
      identity: { groups: ['staff'], attributes: { groups: ['staff', 'unknown'], name: ['Ann Lee'] } },
      outcome: { type: 'sign-in', groups: { role: 'read', teams: ['Staff'], leaves: ['Docs', 'Style'] } },
    })
    expect(await state()).toEqual({ role: 'edit', teams: ['Docs', 'Staff', 'Style'] })
  })

  test('leave owners in their teams', async () => {
    const { call, params, teams, signIn, state, setGroups, userId } = await withMappings()
    await signIn()
    const member = { ...params, userId: await userId(), teamId: teams.docs }
    await call(api.teamMembers.put, { params: member, body: { role: 'owner' } })
    setGroups([])
    await signIn()
    expect((await state()).teams).toEqual(['Docs'])
  })

  test('leave teams alone that provisioning manages', async () => {
    const { organizationId, teams, signIn, state } = await withMappings()
    const created_at = new Date()
    await app.db
      .insertInto('scim_token')
      .values({
        organization_id: organizationId,
        id: 'token',
        label: 'SCIM',
        hash: Buffer.from('h'),
        created_at,
      })
      .execute()
    await app.db
      .insertInto('scim_group')
      .values({ organization_id: organizationId, team_id: teams.docs, updated_at: created_at })
      .execute()
    await signIn()
    expect((await state()).teams).toEqual(['Staff', 'Style'])
  })

  test('never demote the last admin', async () => {
    const { organizationId, signIn, state, setGroups, userId } = await withMappings()
    setGroups(['it'])
    await signIn()
    expect((await state()).role).toBe('admin')
    await app.db
      .updateTable('member')
      .set({ role: 'read' })
      .where('organization_id', '=', organizationId)
      .where('user_id', '!=', await userId())
      .execute()
    setGroups(['staff'])
    expect(await signIn()).toBe('/')
    const { role } = await app.db
      .selectFrom('member')
      .select('role')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', await userId())
      .executeTakeFirstOrThrow()
    expect(role).toBe('admin')
  })
})
