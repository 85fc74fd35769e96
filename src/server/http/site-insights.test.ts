import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { InsightsColumnName } from '#contract/site-insights.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { requireVisitorTokens } from '#testing/limited-audience.ts'

const app = useTestApp({}, { reader: true })
const limited = useTestApp({ LECTERN_RATE_LIMIT: '1000' }, { reader: true })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'
const origin = () => new URL(app.service.urls.base).origin

type Headers = Record<string, string>

async function aRead() {
  const site = await aPublishedSite(app, 'Guide', 'Reference')
  const { params, call, edit, basename } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const pages = await edit(
    items[0]?.space?.id ?? '',
    page('Welcome', 'Begin.'),
    page('Install it', 'Install.'),
  )
  const at = `/sites/${basename}`
  const post = (path: string, type: string, payload: string, headers: Headers) =>
    app.send({
      method: 'POST',
      url: at + path,
      headers: {
        origin: origin(),
        'user-agent': firefox,
        'content-type': type,
        'accept-language': 'de',
        ...headers,
      },
      payload,
    })
  const tell = (told: object, headers: Headers = {}) =>
    post('/~insights', 'application/json', JSON.stringify(told), headers)
  const view = (path: string, headers: Headers = {}) => tell({ type: 'page_view', path: at + path }, headers)
  const vote = (path: string, form: Record<string, string>, headers: Headers = {}) =>
    post(
      `/~feedback?${new URLSearchParams({ at: at + path })}`,
      'application/x-www-form-urlencoded',
      new URLSearchParams(form).toString(),
      headers,
    )
  /** The stored events, once there are as many as expected. */
  const kept = async (
    count: number,
    ...columns: Exclude<InsightsColumnName, 'eventsCount' | 'sessionsCount' | 'visitorsCount'>[]
  ) => {
    const select = [{ column: 'datetime' as const }, ...columns.map((column) => ({ column }))]
    const body = { range: 'last24Hours' as const, select: [...select, { column: 'eventsCount' as const }] }
    return vi.waitFor(
      async () => {
        const answer = await call(api.siteInsights.aggregate, { params, body })
        const counts = (answer.columns.at(-1)?.values ?? []).map(Number)
        expect(counts.reduce((sum, one) => sum + one, 0)).toBe(count)
        return counts.flatMap((times, row) =>
          Array.from({ length: times }, () =>
            answer.columns.slice(1, -1).map(({ values }) => values[row] ?? null),
          ),
        )
      },
      { timeout: 50_000, interval: 200 },
    )
  }
  const counted = async (column: 'visitorsCount' | 'sessionsCount') => {
    const body = { range: 'last24Hours' as const, select: [{ column }] }
    return (await call(api.siteInsights.aggregate, { params, body })).columns[0]?.values[0]
  }
  return { ...site, at, pages, siteSpaceId: items[0]?.id, tell, view, vote, kept, counted }
}

test('a page view is reported by path and stored with its page', async () => {
  const { at, tell, kept, pages, siteSpaceId, read } = await aRead()
  const text = (await read('')).text
  expect(text).toContain(`data-insights="${at}/~insights"`)
  const told = {
    type: 'page_view',
    path: `${at}/install-it`,
    referrer: 'https://www.example.com/',
    campaign: 'utm_source=letter&utm_medium=mail',
  }
  const { status, headers } = await tell(told)
  expect([status, headers['set-cookie']]).toEqual([204, undefined])
  await tell({ type: 'search_open', path: `${at}/` })
  await tell({ type: 'search_type_query', path: `${at}/`, query: ' Walrus ', results: 0 })
  await tell({ type: 'search_open_result', path: `${at}/`, query: 'install' })
  await tell({ type: 'link_click', path: `${at}/`, target: 'https://www.npmjs.com' })
  const rows = await kept(
    5,
    'eventType',
    'page',
    'siteSpace',
    'url',
    'referrerDomain',
    'utmSource',
    'visitorLanguage',
  )
  expect(rows[0]).toEqual([
    ...['page_view', pages['Install it'], siteSpaceId, `${origin()}${at}/install-it`],
    ...['example.com', 'letter', 'de'],
  ])
  const said = await kept(5, 'eventSearchQuery', 'eventSearchResults', 'eventLinkTargetDomain')
  expect(said).toEqual([
    [null, null, null],
    [null, null, null],
    ['walrus', 0, null],
    ['install', null, null],
    [null, null, 'npmjs.com'],
  ])
})

test('requests with one IP address and browser are one visitor with one session', async () => {
  const { view, kept, counted } = await aRead()
  await view('/')
  await view('/install-it')
  await view('/', { 'user-agent': chrome })
  await kept(3)
  expect([await counted('visitorsCount'), await counted('sessionsCount')]).toEqual([2, 2])
})

test('bots, visitors who opted out and missing pages are not counted', async () => {
  const { view, read, kept } = await aRead()
  for (const headers of [
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'user-agent': 'curl/8.9.1' },
    { dnt: '1' },
    { 'sec-gpc': '1' },
  ] as Headers[]) {
    expect((await view('/', headers)).status).toBe(204)
    await read('gone', { accept: 'text/html', ...headers })
  }
  expect((await view('/nowhere')).status).toBe(204)
  await view('/install-it')
  expect(await kept(1, 'eventType')).toEqual([['page_view']])
})

test('missing pages and searches without JavaScript are counted by the server', async () => {
  const { read, kept, at } = await aRead()
  const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': firefox }
  expect((await read('old/guide?token=1', headers)).status).toBe(404)
  expect((await read('logo.png', { accept: 'image/avif,*/*', 'user-agent': firefox })).status).toBe(404)
  expect((await read('~search?q=install', headers)).status).toBe(200)
  expect(await kept(2, 'eventType', 'url', 'eventSearchQuery', 'eventSearchResults')).toEqual([
    ['page_not_found', `${origin()}${at}/old/guide`, null, null],
    ['search_type_query', `${origin()}${at}/`, 'install', 1],
  ])
})

test('feedback is accepted from the script and the form, which thanks and asks why', async () => {
  const { read, vote, kept, pages, at } = await aRead()
  const action = `${at}/~feedback?at=${encodeURIComponent(`${at}/install-it`)}`
  expect((await read('install-it')).text).toContain(`action="${action}"`)
  expect((await vote('/install-it', { rating: 'good' })).status).toBe(204)
  const thanks = await vote('/install-it', { rating: 'bad' }, { accept: 'text/html' })
  expect([thanks.status, thanks.headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining("'self'"),
  ])
  expect(thanks.text).toContain('Thank you for your feedback.')
  expect(thanks.text).toContain('What was missing?')
  const more = await vote(
    '/install-it',
    { rating: 'bad', comment: 'No units\r\nat all' },
    { accept: 'text/html', dnt: '1' },
  )
  expect(more.text).not.toContain('What was missing?')
  expect(await kept(3, 'eventType', 'page', 'pageFeedbackRating', 'eventPageFeedbackComment')).toEqual([
    ['page_post_feedback', pages['Install it'], 'good', null],
    ['page_post_feedback', pages['Install it'], 'bad', null],
    ['page_post_feedback_comment', pages['Install it'], 'bad', 'No units\nat all'],
  ])
})

test('a site without feedback has no form', async () => {
  const { read, call, params } = await aRead()
  const customization = await call(api.siteCustomization.get, { params })
  await call(api.siteCustomization.put, { params, body: { ...customization, feedback: { enabled: false } } })
  expect((await read('install-it')).text).not.toContain('~feedback')
})

test('feedback for missing pages, too long or from other origins is rejected', async () => {
  const { at, tell, view, vote, kept } = await aRead()
  const faulty = [
    {},
    { type: 'page_view' },
    { type: 'page_not_found', path: at },
    { type: 'page_view', path: 7 },
  ]
  for (const told of faulty) expect((await tell(told)).status, JSON.stringify(told)).toBe(400)
  expect((await tell({ type: 'page_view', path: 'x'.repeat(5000) })).status).toBe(413)
  expect((await view('/', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await view('/', { origin: 'null' })).status).toBe(403)
  expect((await vote('/', { rating: 'good' }, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await vote('/', { rating: 'fine' })).status).toBe(400)
  expect((await vote('/', { rating: 'bad', comment: 'x'.repeat(513) })).status).toBe(400)
  expect((await vote('/nowhere', { rating: 'good' })).status).toBe(404)
  const nowhere = await app.send({
    method: 'POST',
    url: '/sites/no-such-site/~insights',
    headers: { origin: origin(), 'content-type': 'application/json' },
    payload: JSON.stringify({ type: 'search_open', path: '/' }),
  })
  expect(nowhere.status).toBe(404)
  await view('/')
  expect(await kept(1, 'eventType')).toEqual([['page_view']])
})

test('a visitor is tracked by a cookie only if the site is set to', async () => {
  const { call, params, view, kept, counted } = await aRead()
  const customization = await call(api.siteCustomization.get, { params })
  await call(api.siteCustomization.put, {
    params,
    body: { ...customization, insights: { trackingCookie: true } },
  })
  const first = await view('/')
  const cookie = /lectern_reader=\w{20}/.exec(first.headers['set-cookie'] ?? '')?.[0] ?? ''
  expect(first.headers['set-cookie']).toMatch(
    /^lectern_reader=\w{20}; Max-Age=\d+; Path=\/sites\/[\w-]+; HttpOnly; SameSite=Lax$/,
  )
  const again = await view('/install-it', { cookie, 'user-agent': chrome })
  expect(again.headers['set-cookie']).toBeUndefined()
  expect((await view('/', { dnt: '1' })).headers['set-cookie']).toBeUndefined()
  await kept(2)
  expect(await counted('visitorsCount')).toBe(1)
})

test('a restricted site counts only admitted visitors', async () => {
  const { call, params, view, vote, kept } = await aRead()
  const privateKey = await requireVisitorTokens(call, params)
  const token = await new SignJWT({ email: 'ann@example.org' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(privateKey))
  expect([(await view('/')).status, (await vote('/', { rating: 'good' })).status]).toEqual([404, 404])
  expect((await view('/', { cookie: `lectern_visitor=${token}` })).status).toBe(204)
  expect(await kept(1, 'eventType')).toEqual([['page_view']])
})

test('a site at a custom hostname accepts events there', async () => {
  const { call, params, kept } = await aRead()
  const host = 'counted.halden.example'
  await call(api.sites.setHostname, { params, body: { hostname: host } })
  const send = (headers: Headers) =>
    app.send({
      method: 'POST',
      url: '/~insights',
      headers: { host, 'user-agent': firefox, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ type: 'page_view', path: '/install-it' }),
    })
  expect((await send({ origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await send({ origin: `https://${host}` })).status).toBe(204)
  expect(await kept(1, 'url')).toEqual([[`https://${host}/install-it`]])
})

test('events and feedback are rate limited by IP address', async () => {
  const send = (path: string) =>
    limited.send({
      method: 'POST',
      url: `/sites/any${path}`,
      headers: { origin: origin(), 'content-type': 'application/json' },
      payload: '{}',
    })
  const statuses = new Set<number>()
  for (let times = 0; times < 600; times++) statuses.add((await send('/~insights')).status)
  expect([...statuses]).toEqual([400])
  const { status, headers } = await send('/~insights')
  expect([status, headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect((await send('/~feedback')).status).toBe(400)
})
