import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AskServer, openAskServer } from '#testing/ask-server.ts'
import { streamAnswer } from './answer.ts'

let server: AskServer
beforeAll(async () => {
  server = await openAskServer()
})
beforeEach(() => {
  server.behavior = { parts: ['It is so [1].'] }
})
afterAll(() => server.close())

const excerpts = [{ page: 'Install', section: '', text: 'Use a spanner.' }]

async function answerOf(options: { signal?: AbortSignal; maxDurationMs?: number; key?: string } = {}) {
  const { signal = new AbortController().signal, key = server.key, maxDurationMs = 5_000 } = options
  const settings = { url: server.url, key, model: 'test-model', allowPrivate: true }
  const pieces = streamAnswer(settings, { site: 'Guide', question: 'How?', excerpts, signal, maxDurationMs })
  const all = []
  for await (const piece of pieces) all.push(piece)
  return all
}

test('an answer is read until it ends', async () => {
  expect(await answerOf()).toEqual([{ text: 'It is so ' }, { excerpt: 1 }, { text: '.' }])
})

test.each([
  ['no server-sent events', { content: '<!doctype html><title>Proxy</title>' }, 'its answer is empty'],
  ['malformed JSON', { content: 'data: {"choices":[\n\n' }, 'unknown format'],
  ['another type', { content: 'data: {"choices":[{"delta":{"content":7}}]}\n\n' }, 'unknown format'],
  [
    'an error',
    { content: 'data: {"error":{"message":"Quota of sk-ask-server"}}\n\n' },
    'it reported an error',
  ],
  ['an endless line', { content: `data: ${'x'.repeat(200_000)}` }, 'unknown format'],
  ['an empty answer', { content: 'data: [DONE]\n\n' }, 'its answer is empty'],
  ['a refusal', { status: 401 }, 'it responded with 401'],
  ['a redirect', { status: 302 }, 'it responded with 302'],
] as const)('%s is a failure that does not name the key', async (_, behavior, message) => {
  server.behavior = behavior
  const failure = await answerOf().catch((error: Error) => error)
  expect(failure).toMatchObject({ name: 'EndpointFailure', message: expect.stringContaining(message) })
  expect(JSON.stringify(failure) + String(failure)).not.toContain(server.key)
})

test('an answer that takes too long, or whose reader leaves, ends the request', async () => {
  server.behavior = { parts: [], hangs: true }
  const before = server.aborted
  await expect(answerOf({ maxDurationMs: 200 })).rejects.toThrow('too long')
  const leaving = new AbortController()
  setTimeout(() => leaving.abort(), 100)
  await expect(answerOf({ signal: leaving.signal })).rejects.toThrow('the reader left')
  await expect.poll(() => server.aborted).toBe(before + 2)
})

test('an endless answer is cut off', async () => {
  server.behavior = { parts: Array.from({ length: 20 }, () => 'word '.repeat(200)), hangs: true }
  const text = (await answerOf()).map((piece) => ('text' in piece ? piece.text : '')).join('')
  expect(text).toHaveLength(8_000)
})

test('an endpoint that is not there, and one in a private network without consent, are failures', async () => {
  const settings = { url: 'http://127.0.0.1:1/v1', key: 'k', model: 'm', allowPrivate: true }
  const ask = (allowPrivate: boolean, url: string) =>
    streamAnswer(
      { ...settings, url, allowPrivate },
      { site: '', question: '', excerpts, signal: new AbortController().signal },
    ).next()
  await expect(ask(true, settings.url)).rejects.toThrow('can’t be reached')
  const before = server.bodies.length
  await expect(ask(false, server.url)).rejects.toThrow('can’t be reached')
  expect(server.bodies).toHaveLength(before)
})
