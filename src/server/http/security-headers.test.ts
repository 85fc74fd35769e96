import { describe, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'

describe('answers of the API', () => {
  const app = useTestApp({ LECTERN_TRUST_PROXY: '127.0.0.1' })

  test('are stored in no cache, and neither are errors', async () => {
    const { organizationId, admin } = await app.anOrganization()
    const headersAt = async (url: string, token?: string) =>
      (await app.send({ method: 'GET', url, token })).headers
    for (const url of ['/v1/user', `/v1/orgs/${organizationId}/spaces`, '/v1/nothing', '/auth/session']) {
      for (const token of [admin.token, undefined])
        expect([url, (await headersAt(url, token))['cache-control']]).toEqual([url, 'no-store'])
    }
    expect((await headersAt(`/scim/v2/${organizationId}/Users`))['cache-control']).toBe('no-store')
    expect((await headersAt('/healthz'))['x-content-type-options']).toBe('nosniff')
  })

  test('require HTTPS from then on, if they were requested through it', async () => {
    const hstsFor = async (headers: Record<string, string>, address = '127.0.0.1') =>
      (await app.send({ method: 'GET', url: '/v1/user', headers, address })).headers[
        'strict-transport-security'
      ]
    expect(await hstsFor({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000')
    expect(await hstsFor({ 'x-forwarded-proto': 'http' })).toBeUndefined()
    expect(await hstsFor({ 'x-forwarded-proto': 'https' }, '192.0.2.1')).toBeUndefined()
  })
})

describe('a service with an https address', () => {
  const app = useTestApp({ BASE_URL: 'https://docs.example.org' })

  test('requires HTTPS on every response', async () => {
    for (const url of ['/healthz', '/v1/user', '/'])
      expect((await app.send({ method: 'GET', url })).headers['strict-transport-security']).toBe(
        'max-age=31536000',
      )
  })
})
