import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aGuide } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({ METRICS_TOKEN: 'a-token-for-metrics-of-these-tests' }, { reader: true })

type Headers = Record<string, string>
type Answer = { readonly status: number; readonly headers: Headers; readonly body: string }

/** Over a real connection, where warm pages are answered before the framework. */
async function overHttp(path: string, headers: Headers = {}, method = 'GET'): Promise<Answer> {
  const url = new URL(path, await app.address())
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers: { host: 'localhost', ...headers } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: comparable(response.headers as Headers),
          body: Buffer.concat(parts).toString('latin1'),
        }),
      )
    })
    sent.on('error', reject).end()
  })
}

/** Through the framework, without a connection. */
async function inProcess(path: string, headers: Headers = {}, method = 'GET'): Promise<Answer> {
  const response = await app.send({ method, url: path, headers: { host: 'localhost', ...headers } })
  return { status: response.status, headers: comparable(response.headers), body: response.text }
}

/** Without what differs between any two responses and connections. */
function comparable(headers: Headers): Headers {
  expect(headers['x-request-id']).toMatch(/^req_\w{20}$/)
  const { date, connection, 'keep-alive': _, 'x-request-id': __, 'transfer-encoding': ___, ...rest } = headers
  return rest
}

const requestsOf = async (): Promise<number> => {
  const { text } = await app.send({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: 'Bearer a-token-for-metrics-of-these-tests' },
  })
  const counts = text.matchAll(
    /^http_server_request_duration_seconds_count\{[^}]*http_route="\/sites\/:basename\/\*"[^}]*\} (\d+)$/gm,
  )
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('a warm page has the status, headers and bytes that the framework sends', async () => {
  const { basename } = await aGuide(app)
  const path = `/sites/${basename}/install`
  for (let i = 0; i < 3; i++) await overHttp(path)
  const { headers } = await inProcess(path)
  const variants: [string, Headers][] = [
    ['GET', {}],
    ['HEAD', {}],
    ['GET', { 'accept-encoding': 'gzip, br' }],
    ['HEAD', { 'accept-encoding': 'gzip' }],
    ['GET', { 'accept-encoding': 'br;q=0, gzip' }],
    ['GET', { 'if-none-match': headers.etag ?? '' }],
    ['GET', { 'if-none-match': '"other"', cookie: 'lectern_reader=x' }],
    ['GET', { accept: 'text/html', 'accept-language': 'de' }],
  ]
  for (const [method, sent] of variants) {
    const expected = await inProcess(path, sent, method)
    // The second is answered without the framework.
    await overHttp(path, sent, method)
    const warm = await overHttp(path, sent, method)
    expect({ ...warm, body: '' }, JSON.stringify([method, sent])).toEqual({ ...expected, body: '' })
    if (!('accept-encoding' in sent)) expect(warm.body).toBe(Buffer.from(expected.body).toString('latin1'))
  }
})

test('a warm page is never older than the last acknowledged change', async () => {
  const { basename, edit, spaceId, ids } = await aGuide(app)
  const path = `/sites/${basename}/use`
  for (let i = 0; i < 30; i++) {
    await edit(spaceId, {
      operation: 'update_page',
      page: ids.Use ?? '',
      document: { markdown: `Round ${i}.` },
    })
    const answers = await Promise.all([overHttp(path), overHttp(path), overHttp(path)])
    for (const { body } of answers) expect(body).toContain(`Round ${i}.`)
    expect((await overHttp(path)).body).toContain(`Round ${i}.`)
  }
})

test('a warm page is gone as soon as its site is', async () => {
  const { basename, call, params } = await aGuide(app)
  const path = `/sites/${basename}/install`
  for (let i = 0; i < 3; i++) expect((await overHttp(path)).status).toBe(200)
  await call(api.sites.unpublish, { params })
  expect((await overHttp(path)).status).toBe(404)
})

test('a request that may get another response goes to the framework', async () => {
  const { basename } = await aGuide(app)
  const path = `/sites/${basename}/install`
  for (let i = 0; i < 3; i++) await overHttp(path)
  const others: [string, Headers][] = [
    [`${path}?lang=xx`, {}],
    [path, { cookie: 'lectern_language=de' }],
    [path, { accept: 'application/json' }],
    [path, { host: 'docs.example.org' }],
  ]
  for (const [url, sent] of others) {
    const expected = await inProcess(url, sent)
    const { status, headers } = await overHttp(url, sent)
    expect({ status, headers }, JSON.stringify(sent)).toEqual({
      status: expected.status,
      headers: expected.headers,
    })
  }
})

test('warm pages are counted like others', async () => {
  const { basename } = await aGuide(app)
  const path = `/sites/${basename}/install`
  const before = await requestsOf()
  for (let i = 0; i < 10; i++) await overHttp(path)
  await expect.poll(requestsOf).toBe(before + 10)
})
