import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SignJWT } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aProxy } from '#testing/a-proxy.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireShareLink, requireVisitorTokens } from '#testing/limited-audience.ts'

const app = useTestApp({ LECTERN_TRUST_PROXY: 'loopback' }, { reader: true })

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A site with three pages, and clients that connect to it over HTTP. */
async function aSite() {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit, basename } = site
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: false } } })
  const { items } = await call(api.siteSpaces.list, { params })
  const pages = await edit(
    items[0]?.space.id ?? '',
    page('Welcome', 'Begin with the walrus.'),
    page('Install', '## By hand\n\nUse a spanner.', { description: 'How it gets in.' }),
    page('Staff', 'A secret narwhal.', { condition: 'visitor.claims.staff' }),
    page('Mixed', '{% if visitor.claims.staff %}\nOnly narwhals.\n{% endif %}\n\nFor anyone.'),
  )
  const connect = async (query = '', headers: Record<string, string> = {}) =>
    connectTo(`${await app.address()}/sites/${basename}/~mcp${query}`, headers)
  return { ...site, pages, connect }
}

async function connectTo(url: string, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  closers.push(() => client.close())
  const tool = async (name: string, input: Record<string, unknown> = {}) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input })
    const [first] = content as { text: string }[]
    return { data: structuredContent as { pages?: { title: string }[] }, text: first?.text ?? '', isError }
  }
  const titles = async (name: string, input: Record<string, unknown> = {}) => {
    const { data } = await tool(name, input)
    return data.pages?.map(({ title }) => title)
  }
  return { client, tool, titles }
}

const signed = (key: string, claims: Record<string, unknown> = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(key))

test('a client searches, lists and reads the pages of a public site', async () => {
  const { connect, basename } = await aSite()
  const { client, tool, titles } = await connect()
  expect(client.getServerVersion()).toMatchObject({ name: 'lectern' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['search', 'list_pages', 'read_page'])
  expect(tools.every((one) => one.annotations?.readOnlyHint)).toBe(true)

  expect(await titles('list_pages')).toEqual(['Welcome', 'Install', 'Staff', 'Mixed'])
  expect(await titles('list_pages', { from: 1 })).toEqual(['Install', 'Staff', 'Mixed'])
  const found = await tool('search', { query: 'spanner' })
  const url = `${app.service.urls.base}/sites/${basename}/install`
  expect(found.data).toMatchObject({
    pages: [{ title: 'Install', url, excerpts: [expect.stringMatching(/spanner/)] }],
  })
  for (const address of [url, `${url}.md`, `${url}?a=b#c`, 'install', '/install', '/Install.md']) {
    const read = await tool('read_page', { page: address })
    expect(read.text, address).toBe('# Install\n\nHow it gets in.\n\n## By hand\n\nUse a spanner.\n')
  }
  expect((await tool('read_page', { page: 'install', from: 3 })).text).toMatch(/^nstall\n/)
  for (const address of [
    'nothing',
    'https://elsewhere.example/install',
    '%',
    `${url}x`,
    '../install\ud800',
  ]) {
    expect(await tool('read_page', { page: address }), address).toMatchObject({ isError: true })
  }
})

test('pages are also resources', async () => {
  const { connect } = await aSite()
  const { client } = await connect()
  const { resources } = await client.listResources()
  expect(resources.map(({ name }) => name)).toEqual(['Welcome', 'Install', 'Staff', 'Mixed'])
  const { contents } = await client.readResource({ uri: resources[1]?.uri ?? '' })
  expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining('spanner') }])
  await expect(client.readResource({ uri: 'https://elsewhere.example/' })).rejects.toThrow(/Page not found/)
  await expect(client.listResources({ cursor: 'x' })).rejects.toThrow(/cursor/)
})

test('a share link opens the server with its key, and without it there is nothing', async () => {
  const { connect, call, params } = await aSite()
  const link = await requireShareLink(call, params)
  const key = new URL(link.urls.published ?? '').searchParams.get('shareKey') ?? ''
  for (const [query, headers] of [
    [`?shareKey=${key}`, {}],
    ['', { authorization: `Bearer ${key}` }],
    ['', { cookie: `lectern_share=${key}` }],
  ] as const)
    expect(await (await connect(query, headers)).titles('search', { query: 'walrus' })).toEqual(['Welcome'])
  await expect(connect()).rejects.toThrow(/404|no site/)
  await expect(connect('', { authorization: 'Bearer other' })).rejects.toThrow(/404|no site/)
  const { titles } = await connect(`?shareKey=${key}`)
  const one = { ...params, shareLinkId: link.id }
  await call(api.siteShareLinks.update, { params: one, body: { active: false } })
  await expect(titles('list_pages')).rejects.toThrow()
})

test('visitors find, list and read only what their token shows', async () => {
  const { connect, call, params } = await aSite()
  const privateKey = await requireVisitorTokens(call, params, { adaptiveContent: { enabled: true } })
  await expect(connect()).rejects.toThrow()
  await expect(connect('', { authorization: `Bearer ${await signed('other')}` })).rejects.toThrow()

  const visitor = await connect('', { authorization: `Bearer ${await signed(privateKey)}` })
  expect(await visitor.titles('list_pages')).toEqual(['Welcome', 'Install', 'Mixed'])
  expect(await visitor.titles('search', { query: 'narwhal' })).toEqual([])
  expect(await visitor.tool('read_page', { page: 'staff' })).toMatchObject({ isError: true })
  expect((await visitor.tool('read_page', { page: 'mixed' })).text).toBe('# Mixed\n\nFor anyone.\n')
  const { resources } = await visitor.client.listResources()
  expect(resources.map(({ name }) => name)).toEqual(['Welcome', 'Install', 'Mixed'])

  const token = await signed(privateKey, { staff: true })
  for (const [query, headers] of [
    ['', { authorization: `Bearer ${token}` }],
    [`?jwt_token=${token}`, {}],
    ['', { cookie: `lectern_visitor=${token}` }],
  ] as const) {
    const staff = await connect(query, headers)
    expect(await staff.titles('list_pages')).toEqual(['Welcome', 'Install', 'Staff', 'Mixed'])
    expect(await staff.titles('search', { query: 'narwhal' })).toContain('Staff')
    expect((await staff.tool('read_page', { page: 'staff' })).text).toContain('secret narwhal')
    expect((await staff.tool('read_page', { page: 'mixed' })).text).toContain('Only narwhals.')
  }
})

test('an unpublished site has no server, and a renamed one redirects to it', async () => {
  const { connect, call, params, basename } = await aSite()
  await call(api.sites.update, { params, body: { basename: `${basename}-new` } })
  expect(await (await connect()).titles('search', { query: 'walrus' })).toEqual(['Welcome'])
  await call(api.sites.unpublish, { params })
  await expect(connect()).rejects.toThrow(/404|no site/)
})

test('the server is also at custom hostnames and behind proxies', async () => {
  const { call, params, basename } = await aSite()
  const hostname = `${basename}.halden.example`
  await call(api.sites.setHostname, { params, body: { hostname } })
  const at = await connectTo(`${await app.address()}/~mcp`, { 'x-forwarded-host': hostname })
  const { data } = await at.tool('list_pages')
  expect(data.pages).toMatchObject([
    { url: `https://${hostname}/` },
    { url: `https://${hostname}/install` },
    {},
    {},
  ])
  expect((await at.tool('read_page', { page: `https://${hostname}/install` })).text).toContain('spanner')

  await call(api.sites.removeHostname, { params })
  const proxy = await aProxy('/docs', `${await app.address()}/proxied/${params.siteId}`)
  closers.push(proxy.close)
  const body = { proxy: `www.${basename}.example/docs` }
  await call(api.sites.update, { params, body })
  const through = await connectTo(`http://127.0.0.1:${proxy.port}/docs/~mcp`)
  expect(await through.titles('search', { query: 'walrus' })).toEqual(['Welcome'])
  await expect(connectTo(`${await app.address()}/~mcp`)).rejects.toThrow()
})

test('malformed and foreign requests are refused and never fail the service', async () => {
  const { basename } = await aSite()
  const url = `/sites/${basename}/~mcp`
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = (payload: string, more: Record<string, string> = {}) =>
    app.send({ method: 'POST', url, headers: { ...headers, ...more }, payload })
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  expect((await post(ping)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  for (const payload of [
    '{',
    '',
    'null',
    '7',
    '{}',
    '[]',
    `[${ping}]`,
    '{"jsonrpc":"2.0","id":1}',
    '"\\ud800"',
  ]) {
    const { status, json } = await post(payload)
    expect([payload, status]).toEqual([payload, 400])
    expect(json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
  }
  for (const [method, params] of [
    ['nothing', {}],
    ['tools/call', {}],
    ['tools/call', { name: 'nothing' }],
    ['tools/call', { name: 'search', arguments: { query: 'x'.repeat(600) } }],
    ['tools/call', { name: 'search', arguments: { query: '\0' } }],
    ['tools/call', { name: 'read_page', arguments: { page: 7, from: -1 } }],
    ['resources/read', { uri: 'urn:nothing' }],
  ] as const) {
    const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    expect([method, answer.status]).toEqual([method, 200])
    expect(answer.text).toMatch(/"error":|"isError":true|"pages":\[\]/)
  }
  expect((await post(ping, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(ping, { origin: 'null' })).status).toBe(403)
  expect((await post(ping, { origin: 'http://evil.example', host: 'evil.example' })).status).toBe(403)
  expect((await post(ping, { origin: new URL(app.service.urls.base).origin })).status).toBe(200)
  expect((await post(ping, { accept: 'text/html' })).status).toBe(406)
  expect((await post(ping, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await post(`{"a":"${'x'.repeat(70_000)}"}`)).status).toBe(413)
  for (const method of ['GET', 'DELETE'])
    expect((await app.send({ method, url, headers })).status, method).toBe(405)
  expect((await app.send({ method: 'GET', url: '/sites/nobody-has-this/~mcp' })).status).toBe(404)
})
