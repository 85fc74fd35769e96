import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

/** What the DNS says in this file: names lead to names, or to addresses. */
const aliases = new Map<string, string>()
const addresses = new Map([['lectern.halden.example', '192.0.2.7']])
const names = {
  aliasesOf: async (name: string) => {
    if (name.startsWith('broken')) throw Object.assign(new Error('No answer'), { code: 'ETIMEOUT' })
    return [aliases.get(name)].filter((one) => one !== undefined)
  },
  addressesOf: async (name: string) => [addresses.get(name)].filter((one) => one !== undefined),
  textsOf: async () => [],
}
const app = useTestApp({ BASE_URL: 'https://lectern.halden.example' }, { names })

async function aNamedSite(hostname: string) {
  const site = await aSite(app, ['Guide'])
  await site.call(api.sites.setHostname, { params: site.params, body: { hostname } })
  return { ...site, one: { params: { hostname } } }
}

test('a hostname has the result of its last DNS check', async () => {
  const hostname = 'docs.halden.example'
  const { call, one, params } = await aNamedSite(hostname)
  const before = await call(api.customHostnames.get, one)
  expect(before).toEqual({
    object: 'custom-hostname',
    hostname,
    target: { type: 'site', site: params.siteId },
    isActive: false,
    urls: { location: `https://lectern.halden.example/v1/custom-hostnames/${hostname}` },
  })
  const check = () => call(api.customHostnames.check, one)
  await expect(check()).rejects.toMatchObject({
    status: 400,
    type: 'upstream',
    details: { status: 'dns_no_cname' },
  })
  aliases.set(hostname, 'elsewhere.example')
  await expect(check()).rejects.toMatchObject({ status: 400, details: { status: 'dns_wrong_cname' } })
  expect(await call(api.customHostnames.get, one)).toMatchObject({
    isActive: false,
    status: 'dns_wrong_cname',
  })
  aliases.set(hostname, 'lectern.halden.example')
  await check()
  const after = await call(api.customHostnames.get, one)
  expect(after).toMatchObject({ isActive: true, status: 'dns_passed' })
  expect(after.checkedAt).toBeDefined()
  // Of another name nothing was seen yet.
  const body = { hostname: 'help.halden.example' }
  await call(api.sites.setHostname, { params, body })
  expect((await call(api.customHostnames.get, { params: body })).status).toBeUndefined()
})

test('a failing DNS does not change the status of a hostname', async () => {
  const { call, one } = await aNamedSite('broken.halden.example')
  await expect(call(api.customHostnames.check, one)).rejects.toMatchObject({ status: 400, type: 'upstream' })
  expect((await call(api.customHostnames.get, one)).status).toBeUndefined()
})

test('a hostname is removed by its own URL, once', async () => {
  const { call, one, params, organizationId } = await aNamedSite('gone.halden.example')
  await call(api.customHostnames.remove, one)
  expect((await call(api.sites.get, { params })).hostname).toBeUndefined()
  expect((await eventsOf(app.db, organizationId, params.siteId)).at(-1)).toMatchObject({
    action: 'site.update',
    before: { hostname: 'gone.halden.example' },
  })
  await expect(call(api.customHostnames.remove, one)).rejects.toMatchObject({ status: 404 })
})

test('removing a former hostname does not remove the new one', async () => {
  const { call, one, params } = await aNamedSite('first.halden.example')
  const taking = await app.db.transaction().execute(async (tx) => {
    const hostname = 'second.halden.example'
    await tx.updateTable('site').set({ hostname }).where('id', '=', params.siteId).execute()
    const attempt = Promise.allSettled([call(api.customHostnames.remove, one)])
    // It has seen the first name by now, and waits for the site.
    await pause(500)
    return { attempt }
  })
  expect(await taking.attempt).toMatchObject([{ status: 'rejected', reason: { status: 404 } }])
  expect(await call(api.sites.get, { params })).toMatchObject({ hostname: 'second.halden.example' })
})

test('a hostname is visible to members who see the site, and removing it requires the role to publish', async () => {
  const { one, organizationId } = await aNamedSite('seen.halden.example')
  const reader = app.as(await app.aMember(organizationId, 'read'))
  expect((await reader(api.customHostnames.get, one)).isActive).toBe(false)
  for (const act of [api.customHostnames.check, api.customHostnames.remove])
    await expect(reader(act, one)).rejects.toMatchObject({ status: 403 })
  const { admin: stranger } = await app.anOrganization('Elsewhere')
  const guest = await app.aMember(organizationId, null)
  for (const person of [stranger, guest])
    for (const act of [api.customHostnames.get, api.customHostnames.check, api.customHostnames.remove])
      await expect(app.as(person)(act, one)).rejects.toMatchObject({ status: 404 })
})

test('a subdomain resolves to its organization, or is not found', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const free = { params: { subdomain: 'halden-energy' } }
  await expect(call(api.subdomains.get, free)).rejects.toMatchObject({ status: 404 })
  await call(api.organizations.update, { params: { organizationId }, body: { hostname: 'halden-energy' } })
  const { admin: stranger } = await app.anOrganization('Elsewhere')
  expect(await app.as(stranger)(api.subdomains.get, free)).toEqual({
    object: 'subdomain',
    subdomain: 'halden-energy',
    target: { type: 'organization', organization: organizationId },
    isActive: true,
  })
})
