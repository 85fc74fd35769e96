import { describe, expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { MAX_JSON_DEPTH, parseJson } from './json-depth.ts'

const nested = (depth: number, inner = '1') => '['.repeat(depth) + inner + ']'.repeat(depth)

describe('JSON text', () => {
  test('is parsed up to the limit and refused beyond it', () => {
    expect(JSON.stringify(parseJson(nested(MAX_JSON_DEPTH)))).toBe(nested(MAX_JSON_DEPTH))
    expect(() => parseJson(nested(MAX_JSON_DEPTH + 1))).toThrow('at most 100 levels deep')
    expect(() => parseJson('{"a":'.repeat(200_000))).toThrow('at most 100 levels deep')
  })

  test('is not deep because of brackets in strings or side by side', () => {
    const text = JSON.stringify(['['.repeat(300), '\\"{'.repeat(300), '\\', '[{'.repeat(300)])
    expect(JSON.stringify(parseJson(text))).toBe(text)
    const siblings = `[${'[[]],'.repeat(300)}0]`
    expect(JSON.stringify(parseJson(siblings))).toBe(siblings)
    expect(() => parseJson('["never closed')).toThrow(SyntaxError)
  })
})

describe('a request with deep JSON', () => {
  const app = useTestApp()

  test.each([['POST'], ['PATCH']])('by %s is 400, also with an Idempotency-Key', async (method) => {
    const { organizationId, admin } = await app.anOrganization()
    const url = method === 'POST' ? `/v1/orgs/${organizationId}/spaces` : `/v1/orgs/${organizationId}`
    for (const key of [{}, { 'idempotency-key': 'deep' }]) {
      const { status, json } = await app.send({
        method,
        url,
        token: admin.token,
        headers: { 'content-type': 'application/json', ...key },
        payload: `{"title":"Deep","more":${nested(30_000)}}`,
      })
      expect([status, json()]).toMatchObject([
        400,
        { error: { type: 'validation', details: { issues: [{ path: ['body'] }] } } },
      ])
    }
  })
})
