import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type TranslateRequest = { q: string[]; source: string; target: string; format: string; api_key?: string }

export type TranslateServer = {
  readonly url: string
  /** The bodies of the translations that were asked for. */
  readonly requests: TranslateRequest[]
  /** Answers translations with this status and error from now on; null for success. */
  failure: { status: number; error: string } | null
  readonly close: () => Promise<void>
}

const LANGUAGES = ['en', 'de', 'fr', 'pt-BR', 'zh-Hans'].map((code) => ({ code, name: code }))

/** A real HTTP server with the API of LibreTranslate that “translates” by writing the language before each text. */
export async function openTranslateServer(key?: string): Promise<TranslateServer> {
  const requests: TranslateRequest[] = []
  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const codes = LANGUAGES.map(({ code }) => code)
    if (request.method === 'GET' && request.url === '/languages')
      return [200, LANGUAGES.map((language) => ({ ...language, targets: codes }))]
    if (request.method !== 'POST' || request.url !== '/translate') return [404, { error: 'Not found' }]
    const body = JSON.parse(await textOf(request)) as TranslateRequest
    if (body.api_key !== key) return [403, { error: 'Invalid API key' }]
    requests.push(body)
    if (server.failure !== null) return [server.failure.status, { error: server.failure.error }]
    return [200, { translatedText: body.q.map((text) => `${body.target} ${text}`) }]
  }
  const http = createServer((request, response) => {
    answer(request).then(
      ([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      // The client broke off.
      () => response.destroy(),
    )
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const server: TranslateServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    failure: null,
    close: () =>
      new Promise((done) => {
        http.closeAllConnections()
        http.close(() => done())
      }),
  }
  return server
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
