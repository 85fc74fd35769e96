import { SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aProxy } from '#testing/a-proxy.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireShareLink, requireVisitorTokens } from '#testing/limited-audience.ts'

const app = useTestApp({ BASE_URL: 'https://lectern.halden.example' }, { reader: true })

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let made = 0

/** A site that a proxy shows at `{host}/docs`; `read` asks the proxy, which leads nothing else to the service. */
async function aProxiedSite(name: string) {
  made += 1
  const host = `${name}${made}.halden.example`
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const files = [
    { name: 'crane.png', base64: dot, contentType: 'image/png' },
    { name: 'plan.csv', base64: Buffer.from('a,b').toString('base64'), contentType: 'text/csv' },
  ]
  await edit(spaceId, { operation: 'insert_files', files })
  const held = (await call(api.spaceContent.files, { params: { spaceId } })).items
  const [picture, plan] = files.map(({ name }) => held.find((one) => one.name === name))
  const { Start = '' } = await edit(spaceId, page('Start', 'Begin.'))
  const copied = picture?.downloadURL ?? ''
  const body = `![](/files/${picture?.id}) ![](${copied}) [Plan](/files/${plan?.id}) [Begin](/pages/${Start})`
  await edit(spaceId, page('Use', `${body}\n\n\`\`\`mermaid\ngraph TD; A-->B\n\`\`\`\n`))
  await call(api.sites.update, { params, body: { proxy: `${host}/docs` } })
  const proxy = await aProxy('/docs', `${await app.address()}/proxied/${params.siteId}`)
  onTestFinished(proxy.close)
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${proxy.port}${path}`, { redirect: 'manual', ...init })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { ...site, ask, spaceId, host, origin: `https://${host}`, picture: copied }
}

/** Everything that a page or a style sheet links to or loads, as written there. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/(?:href|src|action|content)="([^"]+)"|url\("?([^")]+)"?\)/g)]
    .map(([, attribute, url]) => attribute ?? url ?? '')
    .filter((address) => /^(?:https?:|\/)/.test(address))
    .map((address) => address.replaceAll('&amp;', '&').replace(/#.*/, ''))

test('every URL on a page works through the proxy', async () => {
  const { ask, origin, call, params, picture } = await aProxiedSite('all')
  const customization = await call(api.siteCustomization.get, { params })
  const header = { ...customization.header, logo: { light: picture, dark: picture } }
  const styling = {
    ...customization.styling,
    font: 'Merriweather' as const,
    primaryColor: { light: '#aa0000', dark: '#ffaaaa' },
  }
  await call(api.siteCustomization.put, {
    params,
    body: { ...customization, header, styling, feedback: { enabled: true } },
  })
  const asked = new Map<string, number>()
  const waiting = ['/docs/', '/docs/use', '/docs/sitemap.xml', '/docs/~feed.xml', '/docs/llms.txt']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (asked.has(path) || path.endsWith('.pdf') || path.startsWith('/docs/~feedback')) continue
    const { status, headers, text } = await ask(path)
    asked.set(path, status)
    if (!/html|css/.test(headers.get('content-type') ?? '')) continue
    for (const address of addressesIn(text)) {
      const { origin: at, pathname, search } = new URL(address, origin)
      expect([at, pathname.startsWith('/docs/')], `${address} on ${path}`).toEqual([origin, true])
      waiting.push(pathname + search)
    }
  }
  expect([...asked].filter(([, status]) => status !== 200)).toEqual([])
  const kinds = ['.js', '.css', '.woff2', '.png', 'plan.csv', '~feed.xml', '/use.md', '~icon', '~style']
  for (const kind of kinds) expect([...asked.keys()].some((path) => path.includes(kind))).toBe(true)
  const use = await ask('/docs/use')
  expect(use.text).toContain(`<link rel="canonical" href="${origin}/docs/use">`)
  expect(use.text).not.toContain('/sites/')
  expect((await ask('/docs/sitemap.xml')).text).toContain(`<loc>${origin}/docs/use</loc>`)
  expect((await ask('/docs/~feed.xml')).text).toContain(`href="${origin}/docs/use"`)
  expect((await ask('/docs/llms.txt')).text).toContain(`${origin}/docs/use.md`)
  expect((await ask('/docs/use.md')).text).toContain(`(${origin}/docs/~files/`)
  const found = await ask('/docs/~search?q=begin', { headers: { accept: 'application/json' } })
  expect(JSON.parse(found.text)).toMatchObject({ pages: [{ href: '/docs/' }, { href: '/docs/use' }] })
  expect((await ask('/docs/~reader/diagrams.html')).status).toBe(200)
})

test("other addresses redirect below the proxy, and missing pages are 404 with the site's theme", async () => {
  const { ask, call, params, read, origin } = await aProxiedSite('ways')
  expect((await ask('/docs/Use?x=1')).headers.get('location')).toBe('/docs/use?x=1')
  const { items } = await call(api.siteSpaces.list, { params })
  const destination = { kind: 'site-space', siteSpaceId: items[0]?.id ?? '' } as const
  await call(api.siteRedirects.create, { params, body: { source: '/old', destination } })
  expect((await ask('/docs/old')).headers.get('location')).toBe('/docs/')
  const lost = await ask('/docs/no/such')
  expect([lost.status, lost.text.includes('href="/docs/~reader/')]).toEqual([404, true])
  // At its ordinary address the site stays, and names the other one.
  expect((await read('use')).text).toContain(`href="${origin}/docs/use"`)
  expect((await call(api.sites.get, { params })).urls.published).toBe(`${origin}/docs/`)
})

test('a share link with a password opens a site behind a proxy, with cookies for its path', async () => {
  const { ask, call, params, origin } = await aProxiedSite('shared')
  const { id, urls } = await requireShareLink(call, params, 'Partners')
  const shareLink = { params: { ...params, shareLinkId: id } }
  await call(api.siteShareLinks.update, { ...shareLink, body: { password: 'open sesame' } })
  const link = new URL(urls.published ?? '')
  expect(link.origin + link.pathname).toBe(`${origin}/docs/`)
  expect((await ask('/docs/use')).text).toContain('href="/docs/~reader/')
  const keyed = await ask(`/docs/use${link.search}`)
  expect([keyed.status, keyed.headers.get('location')]).toEqual([302, '/docs/use'])
  expect(keyed.headers.get('set-cookie')).toContain('Path=/docs')
  const cookie = keyed.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await ask('/docs/use', { headers: { cookie } })).text).toContain('action="/docs/~unlock"')
  const send = (password: string) =>
    ask('/docs/~unlock', {
      method: 'POST',
      headers: { cookie, origin },
      body: new URLSearchParams({ password, to: 'use' }),
    })
  const wrong = await send('wrong one')
  expect([wrong.status, wrong.text.includes('href="/docs/~reader/')]).toEqual([401, true])
  const opened = await send('open sesame')
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/docs/use'])
  const pass = opened.headers.get('set-cookie')?.split(';')[0]
  expect((await ask('/docs/use', { headers: { cookie: `${cookie}; ${pass}` } })).status).toBe(200)
})

test('a visitor with a token is admitted behind the proxy', async () => {
  const { ask, call, params } = await aProxiedSite('visitors')
  await requireVisitorTokens(call, params)
  const body = { backend: 'custom', fallbackURL: 'https://app.halden.example/enter' } as const
  const signInPage = await ask('/docs/use')
  expect([signInPage.status, signInPage.text.includes('href="/docs/~reader/')]).toEqual([401, true])
  expect(signInPage.text).not.toContain('/sites/')
  const { privateKey } = await call(api.sitePublishing.updateAuth, { params, body })
  const stranger = await ask('/docs/use')
  expect(stranger.headers.get('location')).toBe('https://app.halden.example/enter?location=use')
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(privateKey))
  const entered = await ask(`/docs/use?jwt_token=${token}`)
  expect([entered.status, entered.headers.get('location')]).toEqual([302, '/docs/use'])
  const cookie = entered.headers.get('set-cookie') ?? ''
  expect(cookie).toContain('Path=/docs')
  expect((await ask('/docs/use', { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).toBe(200)
})

test('feedback is accepted only from pages behind the proxy', async () => {
  const { ask, call, params, origin } = await aProxiedSite('votes')
  const customization = await call(api.siteCustomization.get, { params })
  await call(api.siteCustomization.put, { params, body: { ...customization, feedback: { enabled: true } } })
  const { text } = await ask('/docs/use')
  const action = addressesIn(text).find((address) => address.includes('~feedback')) ?? ''
  const vote = (from: string, accept = 'text/html') =>
    ask(action, {
      method: 'POST',
      headers: { origin: from, accept, 'user-agent': 'Mozilla/5.0 Firefox/130.0' },
      body: new URLSearchParams({ rating: 'bad' }),
    })
  const thanked = await vote(origin)
  expect([thanked.status, thanked.text.includes('href="/docs/use"')]).toEqual([200, true])
  expect((await vote('https://elsewhere.example')).status).toBe(403)
  expect((await ask('/docs/~insights', { method: 'POST', headers: { origin } })).status).toBe(400)
})

test('a proxy address belongs to one site, and is never one of the service', async () => {
  const { call, params, ask, host } = await aProxiedSite('one')
  const other = await aPublishedSite(app, 'Other')
  const claim = (proxy: string | null) =>
    other.call(api.sites.update, { params: other.params, body: { proxy } })
  await expect(claim(`${host.toUpperCase()}/docs`)).rejects.toMatchObject({ status: 409, type: 'conflict' })
  expect((await claim(`${host.toUpperCase()}/docs/API`)).proxy).toEqual({
    origin: host,
    target: '/docs/API',
  })
  await expect(claim('lectern.halden.example/docs')).rejects.toMatchObject({ status: 400 })
  await call(api.sites.update, { params, body: { proxy: null } })
  expect((await ask('/docs/use')).status).toBe(404)
  expect((await claim(`${host}/docs`)).urls.published).toBe(`https://${host}/docs/`)
})

test('lookups find a page by its proxy URL', async () => {
  const { call, params, spaceId, origin } = await aProxiedSite('found')
  const look = (url: string) => call(api.urls.published, { body: { url } })
  const base = `${origin}/docs`
  expect(await look(`${base}/use`)).toMatchObject({
    space: spaceId,
    pathname: 'use',
    siteBasePath: '/docs/',
    canonicalUrl: `${base}/use`,
  })
  expect(await look(`${base}/Use`)).toMatchObject({ target: 'content', redirect: `${base}/use` })
  for (const url of [`${origin}/other`, `${origin}/docsuse`])
    await expect(look(url)).rejects.toMatchObject({ status: 404 })
  await call(api.sites.setHostname, { params, body: { hostname: 'own.halden.example' } })
  expect(await look(`${base}/use`)).toMatchObject({ canonicalUrl: 'https://own.halden.example/use' })
})
