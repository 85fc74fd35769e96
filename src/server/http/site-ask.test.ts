import { SignJWT } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { openAskServer } from '#testing/ask-server.ts'
import { requireShareLink, requireVisitorTokens } from '#testing/limited-audience.ts'

const server = await openAskServer()
afterAll(() => server.close())
const endpoint = {
  LECTERN_ASK_URL: server.url,
  LECTERN_ASK_KEY: server.key,
  LECTERN_ASK_MODEL: 'test-model',
  LECTERN_ASK_PRIVATE: '1',
}
const app = useTestApp({ ...endpoint, LECTERN_RATE_LIMIT: '100000' }, { reader: true })
const without = useTestApp({}, { reader: true })

beforeEach(() => {
  server.behavior = { parts: ['Use a ', 'spanner [1', ']. Not [9].'] }
  server.bodies.length = 0
})

type AskEvent = {
  readonly text?: string
  readonly source?: { readonly number: number; readonly title: string; readonly href: string }
  readonly done?: true
  readonly failed?: true
  readonly none?: true
}

/** Addresses of readers, so that tests do not share limits. */
let readers = 0

/** A site on which readers can ask, and a function that asks as a browser does. */
async function aSite(mode: 'none' | 'search' = 'search', on = app) {
  const site = await aPublishedSite(on, 'Guide')
  const { call, params, edit, basename } = site
  const { organizationId } = params
  await call(api.organizations.update, { params: { organizationId }, body: { ai: true } })
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  await edit(
    spaceId,
    page('Welcome', 'Begin with the walrus.'),
    page('Install', 'Get ready.\n\n## By hand\n\nUse a spanner.', { description: 'How it gets in.' }),
    page('Staff', 'A secret spanner of narwhals.', { condition: 'visitor.claims.staff' }),
    page('Mixed', '{% if visitor.claims.staff %}\nOnly spanners.\n{% endif %}\n\nA spanner for anyone.'),
    page('Hidden', 'A hidden spanner.', { hidden: true }),
  )
  const { version, ...customization } = await call(api.siteCustomization.get, { params })
  const setMode = (next: typeof mode) =>
    call(
      api.siteCustomization.put,
      { params, body: { ...customization, ai: { mode: next } } },
      { ifMatch: version },
    )
  if (mode !== 'none') await setMode(mode)
  const origin = new URL(on.service.urls.base).origin
  const ask = async (question: unknown, headers: Record<string, string> = {}, query = '') => {
    readers += 1
    const response = await on.send({
      method: 'POST',
      url: `/sites/${basename}/~ask${query}`,
      headers: { origin, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ question }),
      address: headers.address ?? `10.1.${readers >> 8}.${readers & 255}`,
    })
    return { ...response, events: eventsIn(response.text) }
  }
  return { ...site, spaceId, ask, origin }
}

const eventsIn = (text: string): AskEvent[] =>
  text.split('\n\n').flatMap((block) => (block.startsWith('data: ') ? [JSON.parse(block.slice(6))] : []))

const textOf = (events: readonly AskEvent[]): string =>
  events.map(({ text, source }) => text ?? (source ? `{${source.number}}` : '')).join('')

/** What the endpoint was sent with its last request. */
const sent = () => server.bodies.at(-1) ?? ''

test('an answer is streamed with citations, and made-up ones are dropped', async () => {
  const { ask, basename } = await aSite()
  const { status, headers, events } = await ask('How do I use a spanner?')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ])
  expect(textOf(events)).toBe('Use a spanner {1}. Not .')
  expect(events.filter(({ source }) => source)).toEqual([
    { source: { number: 1, title: expect.any(String), href: expect.stringMatching(`^/sites/${basename}/`) } },
  ])
  expect(events.at(-1)).toEqual({ done: true })
  const { messages } = JSON.parse(sent())
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user'])
  const data = JSON.parse(messages[1].content)
  expect(data).toMatchObject({ documentation: 'Halden Docs', question: 'How do I use a spanner?' })
  expect(data.excerpts).toContainEqual({
    number: expect.any(Number),
    page: 'Install',
    section: 'By hand',
    text: 'Use a spanner.',
  })
  expect(sent()).not.toContain(`/sites/${basename}`)
  expect(sent()).not.toContain('hidden spanner')
})

test('each cited section has one number, in the order of the answer', async () => {
  server.behavior = { parts: ['A [2], B [1], C [2].'] }
  const { ask } = await aSite()
  const { events } = await ask('spanner')
  expect(textOf(events)).toBe('A {1}, B {2}, C {1}.')
  const { messages } = JSON.parse(sent())
  const [first, second] = JSON.parse(messages[1].content).excerpts
  const titles = events.flatMap(({ source }) => (source ? [source.title] : []))
  expect(titles[0]).toContain(second.page)
  expect(titles[1]).toContain(first.page)
})

test('without a page about it, the endpoint is not asked', async () => {
  const { ask } = await aSite()
  expect((await ask('zeppelin')).events).toEqual([{ none: true }])
  expect(server.bodies).toEqual([])
})

test('pages and texts that a visitor may not see are never sent', async () => {
  const { ask, call, params } = await aSite()
  const key = await requireVisitorTokens(call, params, { adaptiveContent: { enabled: true } })
  const signed = (claims: Record<string, unknown>, by = key) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(Buffer.from(by))
  const askAs = async (token: string) => ask('spanner', { cookie: `lectern_visitor=${token}` })
  expect((await ask('spanner')).status).toBe(404)
  expect((await askAs(await signed({ staff: true }, 'other'))).status).toBe(404)
  expect(server.bodies).toEqual([])

  await askAs(await signed({}))
  expect(sent()).toContain('A spanner for anyone.')
  expect(sent()).not.toMatch(/narwhal|Only spanners|Staff/)
  await askAs(await signed({ staff: true }))
  expect(sent()).toContain('A secret spanner of narwhals.')
  expect(sent()).toContain('Only spanners.')
  await askAs(await signed({ staff: false }))
  expect(sent()).not.toMatch(/narwhal|Only spanners|Staff/)
})

test('readers of a share link can ask, and others get a 404', async () => {
  const { ask, call, params } = await aSite()
  const link = await requireShareLink(call, params)
  const key = new URL(link.urls.published ?? '').searchParams.get('shareKey') ?? ''
  expect((await ask('spanner')).status).toBe(404)
  expect((await ask('spanner', { cookie: `lectern_share=${key}` })).status).toBe(200)
  await call(api.sites.unpublish, { params })
  expect((await ask('spanner', { cookie: `lectern_share=${key}` })).status).toBe(404)
})

test('the answer comes from the variant that the reader reads', async () => {
  const { ask, aSiteSpace, edit, basename, read } = await aSite()
  const old = await aSiteSpace('Old')
  await edit(old.spaceId, page('Former', 'The spanner of old.'))
  await ask('spanner')
  expect(sent()).not.toContain('spanner of old')
  const results = JSON.parse((await read('~search?q=former', { accept: 'application/json' })).text)
  const from = results.others[0].href
  expect(from).toContain(basename)
  await ask('spanner', {}, `?${new URLSearchParams({ from })}`)
  expect(sent()).toContain('spanner of old')
  expect(sent()).not.toContain('A spanner for anyone')
})

test.each([
  ['refuses the key', { status: 401 }, 503],
  ['fails', { status: 500 }, 503],
  ['sends something else', { content: '<!doctype html>' }, 503],
  ['sends garbage', { content: 'data: {{{\n\n' }, 503],
] as const)('readers learn nothing about an endpoint that %s', async (_, behavior, expected) => {
  server.behavior = behavior
  const { ask } = await aSite()
  const { status, text, headers } = await ask('spanner')
  expect(status).toBe(expected)
  expect(headers['retry-after']).toBe('10')
  expect(JSON.parse(text).error.message).toBe('Answers aren’t available right now. Try again in a moment')
  expect(text).not.toMatch(/sk-|127\.0\.0\.1|test-model/)
})

test('an answer that breaks off says so', async () => {
  const begin = `data: ${JSON.stringify({ choices: [{ delta: { content: 'Use a ' } }] })}\n\n`
  server.behavior = { content: `${begin}data: {{{\n\n` }
  const { ask } = await aSite()
  expect((await ask('spanner')).events).toEqual([{ text: 'Use a ' }, { failed: true }])
})

test('questions must be short and not empty, and come from a page of the site', async () => {
  const { ask } = await aSite()
  expect((await ask('x'.repeat(512))).status).toBe(200)
  for (const question of ['x'.repeat(513), '', '  ', 7, null])
    expect((await ask(question)).status, String(question)).toBe(400)
  expect((await ask('spanner', { origin: 'https://evil.example' })).status).toBe(403)
  expect(server.bodies).toEqual([])
})

test('a reader asks a limited number of questions per minute', async () => {
  const { ask } = await aSite()
  const statuses: number[] = []
  for (let count = 0; count < 21; count++)
    statuses.push((await ask('zeppelin', { address: '10.9.9.9' })).status)
  expect([...new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([200, 429])
  expect((await ask('zeppelin', { address: '10.9.9.8' })).status).toBe(200)
})

test('visitors who sign in have a limit of their own, and share a larger one of their address', async () => {
  const { ask, call, params } = await aSite()
  const key = await requireVisitorTokens(call, params)
  const statusOf = async (visitor: number) => {
    const token = await new SignJWT({ visitor })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(4_102_444_800)
      .sign(Buffer.from(key))
    return (await ask('zeppelin', { address: '10.9.9.7', cookie: `lectern_visitor=${token}` })).status
  }
  for (let count = 0; count < 20; count++) expect(await statusOf(1)).toBe(200)
  expect(await statusOf(1)).toBe(429)
  // Another visitor in the same office still asks, until the address has asked too often.
  const others: number[] = []
  for (let count = 0; count < 80; count++) others.push(await statusOf(2 + Math.floor(count / 16)))
  expect([...new Set(others.slice(0, 79)), others.at(-1)]).toEqual([200, 429])
})

test('an organization with AI features turned off answers no questions', async () => {
  const { ask, call, params, read } = await aSite()
  const { organizationId } = params
  expect((await ask('spanner')).status).toBe(200)
  expect((await read('install')).text).toContain('~ask')
  await call(api.organizations.update, { params: { organizationId }, body: { ai: false } })
  expect((await ask('spanner')).status).toBe(404)
  expect((await read('install')).text).not.toMatch(/data-ask|~ask/)
  expect((await call(api.publishedSites.get, { params, query: {} })).customizations.site.ai.mode).toBe('none')
  // The site keeps its setting.
  expect((await call(api.siteCustomization.get, { params })).ai.mode).toBe('search')
  await call(api.organizations.update, { params: { organizationId }, body: { ai: true } })
  expect((await ask('spanner')).status).toBe(200)
})

test('the API says whether an endpoint is connected', async () => {
  for (const [one, ask] of [
    [app, true],
    [without, false],
  ] as const) {
    const { admin } = await one.anOrganization()
    expect(await one.as(admin)(api.apiInformation.get, {})).toMatchObject({ ask })
  }
})

test('concurrent questions are limited, and a reader who leaves ends the request to the endpoint', async () => {
  server.behavior = { parts: ['Wait'], hangs: true }
  const { basename, origin } = await aSite()
  const url = `${await app.address()}/sites/${basename}/~ask`
  const leaving = new AbortController()
  const ask = (signal: AbortSignal | null = null) =>
    fetch(url, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ question: 'spanner' }),
      signal,
    })
  const before = server.aborted
  const answers = await Promise.all([1, 2, 3].map(() => ask(leaving.signal)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask()).status).toBe(429)
  leaving.abort()
  await expect.poll(() => server.aborted).toBe(before + 3)
  server.behavior = { parts: ['Now [1].'] }
  await expect.poll(async () => (await ask()).status).toBe(200)
})

test('it is off by default, and without an endpoint: no page mentions it and nothing is at its address', async () => {
  const button = '<button type="button" class="button" data-action="ask" data-query="How?">Ask it</button>'
  for (const [site, isOn] of [
    [await aSite('none'), false],
    [await aSite('search', without), false],
    [await aSite('search'), true],
  ] as const) {
    await site.edit(site.spaceId, page('Button', `Press:\n\n${button}`))
    const html = (await site.read('button')).text
    expect(/data-ask|~ask/.test(html)).toBe(isOn)
    expect(html.includes('Ask it')).toBe(isOn)
    expect(html).not.toMatch(/sk-ask|test-model|127\.0\.0\.1:(?!4400)/)
    expect((await site.ask('spanner')).status).toBe(isOn ? 200 : 404)
  }
})
