import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ChatRequest = {
  readonly model: string
  readonly stream: boolean
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}

/** How the endpoint answers: in parts of text, with a status, with other content, or not until `release`. */
export type AskBehavior =
  | { readonly parts: readonly string[] }
  | { readonly status: number }
  | { readonly content: string }
  | { readonly parts: readonly string[]; readonly hangs: true }

export type AskServer = {
  /** What `LECTERN_ASK_URL` is set to. */
  readonly url: string
  readonly key: string
  /** The bodies of all requests, as they were sent. */
  readonly bodies: string[]
  behavior: AskBehavior
  /** Requests whose client broke off before the answer was complete. */
  aborted: number
  readonly close: () => Promise<void>
}

/** A real HTTP server with the streaming API of chat completions. It checks the key, the model and the format. */
export async function openAskServer(key = 'sk-ask-server', model = 'test-model'): Promise<AskServer> {
  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request)
    response.once('close', () => {
      if (!response.writableEnded) server.aborted += 1
    })
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return void response.writeHead(404).end('{}')
    if (request.headers.authorization !== `Bearer ${key}`) return void response.writeHead(401).end('{}')
    const body = JSON.parse(text) as ChatRequest
    if (body.model !== model || !body.stream) return void response.writeHead(400).end('{}')
    server.bodies.push(text)
    const { behavior } = server
    if ('status' in behavior)
      return void response.writeHead(behavior.status).end(`{"error":{"message":"Bad key ${key}"}}`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if ('content' in behavior) return void response.end(behavior.content)
    response.write(eventOf({ role: 'assistant' }))
    for (const content of behavior.parts) {
      response.write(eventOf({ content }))
      await new Promise((done) => setTimeout(done, 2))
    }
    if ('hangs' in behavior) return
    response.end('data: [DONE]\n\n')
  }
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const server: AskServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    key,
    bodies: [],
    behavior: { parts: ['It is ', 'so [1].'] },
    aborted: 0,
    close: () =>
      new Promise((done) => {
        http.closeAllConnections()
        http.close(() => done())
      }),
  }
  return server
}

const eventOf = (delta: object): string =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })}\n\n`

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
