import { expect, test } from 'vitest'
import { api } from './api.ts'
import { ApiError, call, type HttpRequest, type HttpResponse, requestPath } from './client.ts'

const stubTransport = (response: Partial<HttpResponse>) => {
  const requests: HttpRequest[] = []
  const transport = async (request: HttpRequest): Promise<HttpResponse> => {
    requests.push(request)
    return { status: 200, headers: {}, body: undefined, ...response }
  }
  return { requests, transport }
}

test('parameters are percent-encoded', () => {
  expect(requestPath(api.spaces.get, { spaceId: 'a/b ?' })).toBe('/v1/spaces/a%2Fb%20%3F')
})

test('a wildcard parameter keeps its slashes and encodes everything else', () => {
  const params = { spaceId: 'a', pagePath: 'guide/über uns?#' }
  expect(requestPath(api.spaceContent.pageByPath, params)).toBe(
    '/v1/spaces/a/content/path/guide/%C3%BCber%20uns%3F%23',
  )
})

test('a list in the query repeats its key, and undefined values are omitted', () => {
  const query = { authors: ['a', 'b'], order: undefined, status: 'all' }
  expect(requestPath(api.spaceComments.list, { spaceId: 's' }, query)).toBe(
    '/v1/spaces/s/comments?authors=a&authors=b&status=all',
  )
})

test('operations of the dashboard surface have their own prefix', () => {
  expect(requestPath(api.sessions.current, {})).toBe('/auth/session')
})

test('a call sends JSON, the last seen version and the idempotency key', async () => {
  const { requests, transport } = stubTransport({})
  const input = { params: { spaceId: 's' }, body: { title: 'Guide' } }
  await call(transport, api.spaces.update, input, { ifMatch: 7, idempotencyKey: 'k' })
  expect(requests).toEqual([
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

test('form data is sent unchanged', async () => {
  const { requests, transport } = stubTransport({ status: 201 })
  const body = new FormData()
  await call(transport, api.spaceContent.upload, { params: { spaceId: 's' }, body })
  expect(requests[0]?.body).toBe(body)
  expect(requests[0]?.headers).not.toHaveProperty('content-type')
})

test('an error response becomes an ApiError with its type, issues and request id', async () => {
  const issues = [{ path: ['body', 'title'], message: 'Too long' }]
  const error = { code: 400, message: 'Too long', type: 'validation', details: { issues } }
  const { transport } = stubTransport({ status: 400, headers: { 'x-request-id': 'r1' }, body: { error } })
  const failure = await call(transport, api.spaces.get, { params: { spaceId: 's' } }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 400, type: 'validation', issues, requestId: 'r1' })
})

test('an error response in another format becomes an internal error', async () => {
  const { transport } = stubTransport({ status: 502, body: '<html>' })
  const response = call(transport, api.spaces.get, { params: { spaceId: 's' } })
  await expect(response).rejects.toMatchObject({ status: 502, type: 'internal' })
})
