import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp()

async function aGuarded() {
  const site = await aSite(app, ['Guide'])
  const { params, call } = site
  await call(api.sites.update, { params, body: { visibility: 'visitor-auth' } })
  const get = () => call(api.sitePublishing.getAuth, { params })
  const update = (body: object) =>
    call(api.sitePublishing.updateAuth, { params, body: { backend: 'custom', ...body } })
  const regenerate = () => call(api.sitePublishing.regenerateAuth, { params })
  return { ...site, get, update, regenerate }
}

test('the key is created on the first request and stays the same until it is regenerated', async () => {
  const { get, regenerate } = await aGuarded()
  const asked = await Promise.all([get(), get(), get()])
  expect(new Set(asked.map(({ privateKey }) => privateKey)).size).toBe(1)
  const [first] = asked
  expect(first).toMatchObject({ object: 'publishing-auth', backend: 'custom' })
  expect(first?.privateKey.length).toBeGreaterThanOrEqual(32)
  expect(await get()).toEqual(first)
  const renewed = await regenerate()
  expect(renewed.privateKey).not.toBe(first?.privateKey)
  expect(await get()).toEqual(renewed)
})

test('the URLs are set and removed, with audit events that never contain the key', async () => {
  const { organizationId, params, get, update, regenerate } = await aGuarded()
  const [fallbackURL, logoutURL] = ['https://app.example.org/in', 'https://app.example.org/out']
  const set = await update({ fallbackURL, logoutURL })
  expect(set).toMatchObject({ fallbackURL, logoutURL })
  expect(await update({ fallbackURL })).toEqual(set)
  const less = await update({ logoutURL: null })
  expect(less).not.toHaveProperty('logoutURL')
  expect(await get()).toEqual(less)
  const { privateKey } = await regenerate()
  const log = (await eventsOf(app.db, organizationId, params.siteId)).filter(({ action }) =>
    action.startsWith('site.visitor'),
  )
  expect(log.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['site.visitor-auth', { fallbackURL: null, logoutURL: null }, { fallbackURL, logoutURL }],
    ['site.visitor-auth', { logoutURL }, { logoutURL: null }],
    ['site.visitor-key', null, null],
  ])
  expect(JSON.stringify(log)).not.toContain(privateKey)
})

test('an invalid URL, an integration, and a site without visitor authentication are rejected', async () => {
  const { update, get, regenerate, params, call } = await aGuarded()
  await expect(update({ fallbackURL: 'javascript:alert(1)' })).rejects.toMatchObject({ status: 400 })
  await expect(update({ backend: 'integration' })).rejects.toMatchObject({ status: 400 })
  await call(api.sites.update, { params, body: { visibility: 'public' } })
  for (const act of [get, regenerate]) await expect(act()).rejects.toMatchObject({ status: 400 })
})

test('the sign-in URL is set before visitors have to sign in', async () => {
  const { params, call } = await aSite(app, ['Guide'])
  const fallbackURL = 'https://app.example.org/in'
  const body = { backend: 'custom' as const, fallbackURL }
  const prepared = await call(api.sitePublishing.updateAuth, { params, body })
  await call(api.sites.update, { params, body: { visibility: 'visitor-auth' } })
  expect(await call(api.sitePublishing.getAuth, { params })).toEqual(prepared)
})

test('the key requires the role to manage the site', async () => {
  const { params, organizationId } = await aGuarded()
  for (const [role, status] of [
    ['create', 200],
    ['review', 403],
  ] as const) {
    const person = await app.aMember(organizationId, role)
    const url = `/v1/orgs/${organizationId}/sites/${params.siteId}/publishing/auth`
    expect((await app.send({ method: 'GET', url, token: person.token })).status, role).toBe(status)
  }
})
