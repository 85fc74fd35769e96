import { expect, test } from 'vitest'
import { api } from './api.ts'
import { type Answered, ApiError, addressOf, call, type Sent } from './client.ts'

const answering = (answered: Partial<Answered>) => {
  const sent: Sent[] = []
  const transport = async (one: Sent): Promise<Answered> => {
    sent.push(one)
    return { status: 200, headers: {}, body: undefined, ...answered }
  }
  return { sent, transport }
}

test('parameters are percent-encoded', () => {
  expect(addressOf(api.spaces.get, { spaceId: 'a/b ?' })).toBe('/v1/spaces/a%2Fb%20%3F')
})

test('the rest of a path keeps its slashes and nothing else', () => {
  const params = { spaceId: 'a', pagePath: 'guide/über uns?#' }
  expect(addressOf(api.spaceContent.pageByPath, params)).toBe(
    '/v1/spaces/a/content/path/guide/%C3%BCber%20uns%3F%23',
  )
})

test('a list in the query repeats its key, what is not given is left out', () => {
  const query = { authors: ['a', 'b'], order: undefined, status: 'all' }
  expect(addressOf(api.spaceComments.list, { spaceId: 's' }, query)).toBe(
    '/v1/spaces/s/comments?authors=a&authors=b&status=all',
  )
})

test('the other door has its own prefix', () => {
  expect(addressOf(api.sessions.current, {})).toBe('/auth/session')
})

test('a call sends JSON, the version seen and the idempotency key', async () => {
  const { sent, transport } = answering({})
  const input = { params: { spaceId: 's' }, body: { title: 'Guide' } }
  await call(transport, api.spaces.update, input, { ifMatch: 7, idempotencyKey: 'k' })
  expect(sent).toEqual([
    {
      method: 'PATCH',
      path: '/v1/spaces/s',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'if-match': '"7"',
        'idempotency-key': 'k',
      },
      body: '{"title":"Guide"}',
    },
  ])
})

test('a form is sent as it is', async () => {
  const { sent, transport } = answering({ status: 201 })
  const body = new FormData()
  await call(transport, api.spaceContent.upload, { params: { spaceId: 's' }, body })
  expect(sent[0]?.body).toBe(body)
  expect(sent[0]?.headers).not.toHaveProperty('content-type')
})

test('a refusal becomes an error with its type, its faults and the id of the request', async () => {
  const issues = [{ path: ['body', 'title'], message: 'Too long' }]
  const error = { code: 400, message: 'Too long', type: 'validation', details: { issues } }
  const { transport } = answering({ status: 400, headers: { 'x-request-id': 'r1' }, body: { error } })
  const refused = await call(transport, api.spaces.get, { params: { spaceId: 's' } }).catch((fault) => fault)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 400, type: 'validation', issues, requestId: 'r1' })
})

test('an answer that is not ours is an error too', async () => {
  const { transport } = answering({ status: 502, body: '<html>' })
  const calling = call(transport, api.spaces.get, { params: { spaceId: 's' } })
  await expect(calling).rejects.toMatchObject({ status: 502, type: 'internal' })
})
