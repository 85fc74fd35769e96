import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aBrowser, password, setPassword } from '#testing/browser.ts'
import { membershipOf } from '../auth/grants.ts'
import { newOneTimeLink, oneTimeLink } from '../auth/one-time-links.ts'
import { accountOf } from '../domain/users/queries.ts'
import { baseUrlForLinks, recordBaseUrl } from '../public-address.ts'
import { addPerson, resetLink } from './people.ts'

const app = useTestApp()

const secretOf = (link: string): string => link.split(/[/=]/).at(-1) ?? ''
const linkBehind = (link: string) => oneTimeLink(app.db, secretOf(link), new Date())

describe('resetting access', () => {
  it('sets up the first admin while there are no accounts', async () => {
    const first = await resetLink(app.service, undefined)
    const second = await resetLink(app.service, undefined)
    expect(second.link).toMatch(/\/setup\?link=/)
    expect(await linkBehind(second.link)).toMatchObject({ purpose: 'set-up' })
    expect(await linkBehind(first.link)).toBeUndefined()
  })

  it('creates a password link for the first admin, or for the given account', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const other = await app.aMember(organizationId, 'admin')
    const link = (email?: string) => resetLink(app.service, email)
    expect((await link()).email).toBe(admin.email)
    expect(await linkBehind((await link()).link)).toMatchObject({ purpose: 'password', userId: admin.userId })
    const named = await link(other.email.toUpperCase())
    expect(await linkBehind(named.link)).toMatchObject({ userId: other.userId })
    await expect(link('nobody@example.org')).rejects.toThrow('There is no account nobody@example.org')
  })
})

describe('the address in links', () => {
  it('is the one of the service that started last, unless the settings have one', async () => {
    const config = { baseUrl: 'http://127.0.0.1:4400' }
    const address = (environment: Record<string, string>) => baseUrlForLinks(app.db, config, environment)
    expect(await address({})).toBe(config.baseUrl)
    await recordBaseUrl(app.db, 'http://127.0.0.1:4500')
    await recordBaseUrl(app.db, 'http://127.0.0.1:4600')
    expect(await address({ PORT: '' })).toBe('http://127.0.0.1:4600')
    expect(await address({ PORT: '4400' })).toBe(config.baseUrl)
    expect(await address({ BASE_URL_FILE: '/run/secrets/url' })).toBe(config.baseUrl)
  })
})

describe('adding a person', () => {
  it('creates one account, and a membership in each organization', async () => {
    const one = await app.anOrganization()
    const two = await app.anOrganization()
    const ann = { email: 'Ann@Example.org', name: 'Ann', role: 'edit' }
    const first = await addPerson(app.service, { ...ann, organizationId: one.organizationId })
    const second = await addPerson(app.service, { ...ann, role: 'guest', organizationId: two.organizationId })
    expect(second.userId).toBe(first.userId)
    expect(await linkBehind(first.link)).toMatchObject({ email: 'ann@example.org', userId: first.userId })
    const members = await app.db
      .selectFrom('member')
      .select(['organization_id as id', 'role'])
      .where('user_id', '=', first.userId)
      .execute()
    expect(new Map(members.map(({ id, role }) => [id, role]))).toEqual(
      new Map([
        [one.organizationId, 'edit'],
        [two.organizationId, null],
      ]),
    )
    await expect(addPerson(app.service, { ...ann, organizationId: one.organizationId })).rejects.toThrow(
      /already/,
    )
  })

  it('refuses invalid input and creates no account', async () => {
    const { organizationId } = await app.anOrganization()
    const bob = { email: 'bob@example.org', name: 'Bob', role: 'read', organizationId }
    await expect(addPerson(app.service, { ...bob, role: 'king' })).rejects.toThrow(/The role must be one of/)
    await expect(addPerson(app.service, { ...bob, email: 'bob' })).rejects.toThrow(/isn’t an email address/)
    await expect(addPerson(app.service, { ...bob, organizationId: 'x' })).rejects.toThrow(
      'There is no organization x',
    )
    const account = app.db.selectFrom('user_account').select('id').where('email', '=', 'bob@example.org')
    expect(await account.executeTakeFirst()).toBeUndefined()
  })

  it('verifies the address, and revokes links that others received', async () => {
    const { organizationId } = await app.anOrganization()
    const known = await app.aPerson('Cleo')
    const handed = await newOneTimeLink(app.db, {
      purpose: 'password',
      userId: known.userId,
      now: new Date(),
    })
    const cleo = { email: known.email, name: 'Cleo', role: 'read', organizationId }
    const { link } = await addPerson(app.service, cleo)
    expect(await linkBehind(handed)).toBeUndefined()
    expect(await linkBehind(link)).toMatchObject({ userId: known.userId })
    expect(await accountOf(app.db, known.userId)).toMatchObject({ emailVerifiedAt: expect.any(Date) })
  })

  it('is refused while the address of the account is unverified; a reset by its owner verifies it', async () => {
    const { organizationId } = await app.anOrganization()
    const squatter = await app.aPerson('Mallory')
    await setPassword(app, squatter)
    const person = { email: squatter.email, name: 'Dora', role: 'read', organizationId }
    await expect(addPerson(app.service, person)).rejects.toThrow(/isn’t verified/)
    expect(await membershipOf(app.db, organizationId, squatter.userId)).toBeUndefined()
    const { link } = await resetLink(app.service, squatter.email)
    const body = { password: `${password} of Dora` }
    expect((await aBrowser(app).send(api.sessions.redeem, body, { link: secretOf(link) })).status).toBe(200)
    await expect(app.as(squatter)(api.users.current, {})).rejects.toMatchObject({ status: 401 })
    expect((await addPerson(app.service, person)).userId).toBe(squatter.userId)
  })
})
