import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireShareLink } from '#testing/limited-audience.ts'

const app = useTestApp({ LECTERN_TRUST_PROXY: 'loopback' }, { reader: true })

/** A site with a host name of its own, asked as a browser does there. */
async function aHostedSite(hostname: string) {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit } = site
  const { items } = await call(api.siteSpaces.list, { params, query: {} })
  await edit(items[0]?.space.id ?? '', page('Start', 'Begin.'), page('Use', 'Press it.'))
  await call(api.sites.setHostname, { params, body: { hostname } })
  const at = (url: string, method = 'GET') => app.send({ method, url, headers: { host: hostname } })
  return { ...site, at }
}

test('a site is at the root of its custom hostname, with all its files', async () => {
  const { at, read, basename, call, params } = await aHostedSite('docs.halden.example')
  const root = await at('/')
  expect(root.status).toBe(200)
  expect(root.text).toContain('<link rel="canonical" href="https://docs.halden.example/">')
  expect(root.text).toContain('href="/use"')
  expect(root.text).not.toContain(`/sites/${basename}`)
  expect((await at('/use')).status).toBe(200)
  expect((await at('/Use')).headers.location).toBe('/use')
  const css = /href="(\/reader\/[^"]+\.css)"/.exec(root.text)?.[1] ?? ''
  expect((await at(css)).status).toBe(200)
  expect((await at('/sitemap.xml')).text).toContain('<loc>https://docs.halden.example/use</loc>')
  const below = await read('use')
  expect(below.text).toContain('<link rel="canonical" href="https://docs.halden.example/use">')
  expect((await call(api.sites.get, { params })).urls.published).toBe('https://docs.halden.example/')
})

test('nothing else of the service is available at a custom hostname', async () => {
  const { at } = await aHostedSite('help.halden.example')
  for (const url of ['/v1/user', '/v1/openapi.json', '/sign-in', '/healthz'])
    expect((await at(url)).text, url).not.toContain('"object"')
  expect((await at('/v1/user')).status).toBe(404)
  expect((await at('/auth/sign-in', 'POST')).status).toBe(404)
})

test('a hostname belongs to one site, and is never that of the service', async () => {
  const { call, params } = await aHostedSite('one.halden.example')
  const other = await aPublishedSite(app, 'Other')
  const taken = other.call(api.sites.setHostname, {
    params: other.params,
    body: { hostname: 'one.halden.example' },
  })
  await expect(taken).rejects.toMatchObject({ status: 409 })
  await call(api.sites.removeHostname, { params })
  const free = await other.call(api.sites.setHostname, {
    params: other.params,
    body: { hostname: 'one.halden.example' },
  })
  expect(free.hostname).toBe('one.halden.example')
})

test('a former basename redirects until another site uses it', async () => {
  const { call, params, read, basename } = await aPublishedSite(app, 'Guide')
  await call(api.sites.update, { params, body: { basename: `${basename}-new` } })
  const moved = await read('some/page?x=1')
  expect([moved.status, moved.headers.location]).toEqual([308, `/sites/${basename}-new/some/page?x=1`])
  const other = await aPublishedSite(app, 'Other')
  await other.call(api.sites.update, { params: other.params, body: { basename } })
  expect((await read('')).status).toBe(200)
  await other.call(api.sites.update, { params: other.params, body: { basename: `${basename}-3` } })
  expect((await read('')).headers.location).toBe(`/sites/${basename}-3/`)
})

test('a trusted proxy may set the requested host', async () => {
  await aHostedSite('proxied.halden.example')
  const headers = { host: 'internal:4400', 'x-forwarded-host': 'proxied.halden.example' }
  const { status, text } = await app.send({ method: 'GET', url: '/use', headers })
  expect([status, text.includes('https://proxied.halden.example/use')]).toEqual([200, true])
})

test('a share link with a password opens a site at a custom hostname', async () => {
  const host = 'locked.halden.example'
  const { call, params, at } = await aHostedSite(host)
  const { id, urls } = await requireShareLink(call, params, 'Partners')
  const one = { params: { ...params, shareLinkId: id } }
  await call(api.siteShareLinks.update, { ...one, body: { password: 'open sesame' } })
  const key = new URL(urls.published ?? '').searchParams.get('shareKey') ?? ''
  const keyed = await at(`/use?shareKey=${key}`)
  const cookie = String(keyed.headers['set-cookie']).split(';')[0] ?? ''
  const send = (password: string) =>
    app.send({
      method: 'POST',
      url: '/~unlock',
      headers: { host, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ password, to: 'use' }).toString(),
    })
  expect((await send('wrong one')).status).toBe(401)
  const opened = await send('open sesame')
  expect([opened.status, opened.headers.location]).toEqual([303, '/use'])
  const elsewhere = await app.send({
    method: 'POST',
    url: '/~unlock',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'password=x',
  })
  expect(elsewhere.status).toBe(404)
})
