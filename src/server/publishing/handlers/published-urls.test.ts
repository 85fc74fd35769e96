import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PublishedLookup } from '#contract/urls.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireShareLink, requireVisitorTokens } from '#testing/limited-audience.ts'

const app = useTestApp({}, { reader: true })

type Content = Extract<PublishedLookup, { apiToken: string }>

/** A site with two sections, and a member of another organization who looks up its URLs. */
async function aSought() {
  const site = await aPublishedSite(app, 'Start')
  const { call, params, edit } = site
  const guides = await site.aSection('Guides')
  const { items } = await call(api.siteSpaces.list, { params, query: { default: true } })
  const start = items.find(({ space }) => space.title === 'Start')
  const spaceId = start?.space.id ?? ''
  const pages = {
    ...(await edit(spaceId, page('Welcome', 'Begin.'), page('Install', 'Text.'))),
    ...(await edit(guides.spaceId, page('Basics', 'Walrus.'), page('More', 'Narwhal.'))),
  }
  const { admin } = await app.anOrganization('Elsewhere')
  const stranger = app.as(admin)
  const base = app.service.urls.site(site.basename)
  const look = (path: string, visitor = {}, more = {}) =>
    stranger(api.urls.published, { body: { url: base + path, visitor, ...more } })
  return { ...site, guides, start, spaceId, pages, stranger, base, look, at: `/sites/${site.basename}` }
}

const content = (published: PublishedLookup): Content => {
  if (!('apiToken' in published)) throw new Error(`Led on to ${published.redirect}`)
  return published
}

test('a URL resolves to site, section, space and page', async () => {
  const { look, at, base, params, guides, pages, spaceId, organizationId } = await aSought()
  const first = content(await look(''))
  expect(first).toMatchObject({
    organization: organizationId,
    site: params.siteId,
    space: spaceId,
    page: pages.Welcome,
    pathname: '',
    basePath: `${at}/`,
    siteBasePath: `${at}/`,
    complete: false,
    canonicalUrl: base,
  })
  const more = content(await look('guides/more'))
  expect(more).toMatchObject({
    siteSection: guides.id,
    siteSpace: guides.siteSpaceId,
    space: guides.spaceId,
    page: pages.More,
    pathname: 'more',
    basePath: `${at}/guides/`,
    complete: true,
    canonicalUrl: `${base}guides/more`,
  })
  expect(first).not.toHaveProperty('shareKey')
})

test('other addresses of a page, renamed sites and redirects resolve to redirects', async () => {
  const { look, base, call, params, stranger, read } = await aSought()
  for (const [source, url] of [
    ['/old', `${base}install`],
    ['/out', 'https://example.org/there'],
  ] as const)
    await call(api.siteRedirects.create, { params, body: { source, destination: { kind: 'external', url } } })
  expect(await look('Install?a=b')).toEqual({ target: 'content', redirect: `${base}install?a=b` })
  expect(await look('install/')).toEqual({ target: 'content', redirect: `${base}install` })
  expect(await look('out')).toEqual({ target: 'external', redirect: 'https://example.org/there' })
  expect((await read('out')).headers.location).toBe('https://example.org/there')
  await call(api.sites.update, { params, body: { basename: `${params.siteId.toLowerCase()}-new` } })
  expect(await look('install')).toEqual({
    target: 'content',
    redirect: `${app.service.urls.site(`${params.siteId.toLowerCase()}-new`)}install`,
  })
  const dashboard = app.service.urls.app('s', 'anything')
  expect(await stranger(api.urls.published, { body: { url: dashboard } })).toEqual({
    target: 'application',
    redirect: dashboard,
  })
})

test('a missing, unpublished or foreign URL is 404, and a custom hostname is found', async () => {
  const { look, call, params, stranger, pages } = await aSought()
  const find = (url: string) => stranger(api.urls.published, { body: { url } })
  for (const path of ['nothing', 'guides/install', '~search?q=a', '%00', '%zz'])
    await expect(look(path), path).rejects.toMatchObject({ status: 404 })
  for (const url of [
    'https://example.org/',
    app.service.urls.site('nobody'),
    `${app.service.urls.base}/v1/user`,
  ])
    await expect(find(url), url).rejects.toMatchObject({ status: 404 })
  const hostname = `${params.siteId.toLowerCase()}.docs.example.org`
  await call(api.sites.setHostname, { params, body: { hostname } })
  expect(await find(`https://${hostname}/guides/more`)).toMatchObject({
    page: pages.More,
    basePath: '/guides/',
    siteBasePath: '/',
    canonicalUrl: `https://${hostname}/guides/more`,
  })
  await call(api.sites.unpublish, { params })
  await expect(look('')).rejects.toMatchObject({ status: 404 })
  await expect(find(`https://${hostname}/`)).rejects.toMatchObject({ status: 404 })
})

test('a share key opens its site, and its token expires with the share link', async () => {
  const { look, call, params, base, spaceId } = await aSought()
  const link = await requireShareLink(call, params)
  await expect(look('install')).rejects.toMatchObject({ status: 404 })
  await expect(look('install?shareKey=nonsense')).rejects.toMatchObject({ status: 404 })
  const key = new URL(link.urls.published ?? '').searchParams.get('shareKey') ?? ''
  const published = content(await look(`install?shareKey=${key}`))
  expect(published).toMatchObject({ shareKey: key, canonicalUrl: `${base}install` })
  expect(await look(`Install?shareKey=${key}`)).toEqual({
    target: 'content',
    redirect: `${base}install?shareKey=${key}`,
  })
  const reads = async () =>
    (await readWith(published.apiToken, `/v1/spaces/${spaceId}/content/path/install`)).status
  expect(await reads()).toBe(200)
  const one = { ...params, shareLinkId: link.id }
  await call(api.siteShareLinks.update, { params: one, body: { password: 'open sesame' } })
  await expect(look(`install?shareKey=${key}`)).rejects.toMatchObject({
    status: 403,
    details: { reason: 'password' },
  })
  expect(await reads()).toBe(401)
  await call(api.siteShareLinks.update, { params: one, body: { password: null } })
  expect(await reads()).toBe(200)
  await call(api.siteShareLinks.update, { params: one, body: { active: false } })
  expect(await reads()).toBe(401)
})

const readWith = (token: string, url: string, method = 'GET', payload?: unknown) =>
  app.send({
    method,
    url,
    token,
    ...(payload === undefined
      ? {}
      : { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }),
  })

test('a visitor token opens its site; an invalid one redirects to sign-in only on request', async () => {
  const { look, call, params } = await aSought()
  const privateKey = await requireVisitorTokens(call, params)
  const signed = (key: string, ends = '1h', alg = 'HS256') =>
    new SignJWT({}).setProtectedHeader({ alg }).setExpirationTime(ends).sign(new TextEncoder().encode(key))
  const good = await signed(privateKey)
  const bad = [
    'nonsense',
    await signed('another key of the same kind that is long'),
    await signed(privateKey, '-1m'),
    await signed(privateKey, '1h', 'HS384'),
    new UnsecuredJWT({}).setExpirationTime('1h').encode(),
  ]
  const refused = { status: 403, details: { reason: 'visitor' } }
  await expect(look('install')).rejects.toMatchObject(refused)
  for (const jwtToken of bad) await expect(look('install', { jwtToken })).rejects.toMatchObject(refused)
  const fallbackURL = 'https://app.example.org/in'
  await call(api.sitePublishing.updateAuth, { params, body: { backend: 'custom', fallbackURL } })
  const signIn = { target: 'external', redirect: `${fallbackURL}?location=install` }
  expect(await look('install')).toEqual(signIn)
  for (const jwtToken of bad) {
    await expect(look('install', { jwtToken })).rejects.toMatchObject(refused)
    expect(await look('install', { jwtToken }, { redirectOnError: true })).toEqual(signIn)
  }
  const published = content(await look('install', { jwtToken: good }))
  expect(content(await look(`install?jwt_token=${good}`)).page).toBe(published.page)
  const short = content(await look('install', { jwtToken: await signed(privateKey, '5m') }))
  expect(Date.parse(short.apiTokenExpiresAt ?? '')).toBeLessThan(
    Date.parse(published.apiTokenExpiresAt ?? ''),
  )
  const structure = `/v1/orgs/${params.organizationId}/sites/${params.siteId}/structure`
  expect((await readWith(published.apiToken, structure)).status).toBe(200)
  await call(api.sitePublishing.regenerateAuth, { params })
  expect((await readWith(published.apiToken, structure)).status).toBe(401)
})

test('the token reads only its site and the spaces on it', async () => {
  const { look, params, spaceId, guides, call, admin } = await aSought()
  const { apiToken } = content(await look('install'))
  const site = `/v1/orgs/${params.organizationId}/sites/${params.siteId}`
  const other = await aSought()
  const otherSite = `/v1/orgs/${other.params.organizationId}/sites/${other.params.siteId}`
  const expected: readonly (readonly [number, string, string, unknown?])[] = [
    [200, 'GET', site],
    [200, 'GET', `${site}/published`],
    [200, 'GET', `${site}/structure`],
    [200, 'POST', `${site}/search`, { query: 'text' }],
    [200, 'GET', `/v1/spaces/${spaceId}/content`],
    [200, 'GET', `/v1/spaces/${spaceId}/content/pages`],
    [200, 'GET', `/v1/spaces/${spaceId}/content/path/install`],
    [200, 'GET', `/v1/spaces/${guides.spaceId}/content`],
    [404, 'GET', `/v1/spaces/${other.spaceId}/content`],
    [404, 'GET', `/v1/spaces/${other.spaceId}`],
    [404, 'GET', otherSite],
    [404, 'GET', `${otherSite}/published`],
    [200, 'GET', `/v1/spaces/${spaceId}`],
    [403, 'GET', `/v1/spaces/${spaceId}/change-requests`],
    [403, 'GET', `/v1/spaces/${spaceId}/comments`],
    [403, 'GET', `${site}/share-links`],
    [403, 'GET', `${site}/redirects`],
    [403, 'GET', '/v1/user'],
    [403, 'GET', '/v1/orgs'],
    [403, 'DELETE', site],
    [403, 'PATCH', site, { title: 'Mine' }],
    [403, 'POST', `/v1/spaces/${spaceId}/content`, { changes: [] }],
    [403, 'POST', '/v1/urls/published', { url: 'https://example.org/' }],
  ]
  for (const [status, method, url, payload] of expected)
    expect([method, url, (await readWith(apiToken, url, method, payload)).status]).toEqual([
      method,
      url,
      status,
    ])
  const [head = '', body = '', seal = ''] = apiToken.slice(4).split('.')
  const said = JSON.parse(Buffer.from(body, 'base64url').toString())
  const widened = Buffer.from(JSON.stringify({ ...said, space: guides.spaceId })).toString('base64url')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  for (const forged of [
    'lcr_',
    'lcr_nonsense',
    `lcr_${head}.${widened}.${seal}`,
    `lcr_${none}.${body}.`,
    `${apiToken.slice(0, -4)}AAAA`,
  ])
    expect([forged, (await readWith(forged, site)).status]).toEqual([forged, 401])
  expect((await readWith(admin.token, site)).status).toBe(200)
  await call(api.sites.unpublish, { params })
  expect((await readWith(apiToken, site)).status).toBe(401)
})

test('conditions hide the same from a token as from its visitor', async () => {
  const { look, call, params, spaceId, guides, edit, base } = await aSought()
  await edit(spaceId, page('Beta', 'Narwhal.', { condition: 'visitor.claims.unsigned.beta' }))
  await call(api.siteSections.update, {
    params: { ...params, siteSectionId: guides.id },
    body: { condition: 'visitor.claims.unsigned.beta' },
  })
  await call(api.siteRedirects.create, {
    params,
    body: { source: '/was', destination: { kind: 'site-section', siteSectionId: guides.id } },
  })
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  const site = `/v1/orgs/${params.organizationId}/sites/${params.siteId}`
  const seen = async (unsignedClaims: Record<string, unknown>) => {
    const { apiToken } = content(await look('install', { unsignedClaims }))
    const callUrl = async (path: string, method = 'GET', payload?: unknown) =>
      (await readWith(apiToken, `${site}/${path}`, method, payload)).text
    const ways = await Promise.all(
      ['beta', 'guides/more', 'was'].map((path) =>
        look(path, { unsignedClaims }).then(
          () => true,
          () => false,
        ),
      ),
    )
    return [
      ...ways,
      (await callUrl('structure')).includes(guides.spaceId),
      (await callUrl('published')).includes(guides.spaceId),
      (await callUrl('search', 'POST', { query: 'narwhal', scope: { mode: 'all' } })).includes('"Beta"'),
      (await callUrl('redirect?source=/was')).includes('"target"'),
    ]
  }
  expect(await seen({ beta: true })).toEqual([true, true, true, true, true, true, true])
  expect(await seen({})).toEqual([false, false, false, false, false, false, false])
  const { apiToken } = content(await look('install'))
  const read = await readWith(apiToken, `/v1/spaces/${spaceId}/content`)
  expect([read.status, read.text.includes('Install'), read.text.includes('Beta')]).toEqual([200, true, false])
  expect(await look('was', { unsignedClaims: { beta: true } })).toEqual({
    target: 'content',
    redirect: `${base}guides/`,
  })
})

test('the GET operation returns the same', async () => {
  const { stranger, base, pages } = await aSought()
  const { page: published } = content(
    await stranger(api.urls.publishedByGet, { query: { url: `${base}install` } }),
  )
  expect(published).toBe(pages.Install)
})
