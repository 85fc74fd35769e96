import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({ LECTERN_RATE_LIMIT: '4' })

test('all tokens of a person share one limit, and other people have their own', async () => {
  const [person, other] = [await app.aPerson(), await app.aPerson()]
  const { token } = await app.as(person)(api.tokens.create, { body: { label: 'second' } })
  const read = (credential: string) => app.send({ method: 'GET', url: '/v1/user', token: credential })
  const remaining = []
  for (const credential of [token, person.token, token]) {
    remaining.push((await read(credential)).headers['x-ratelimit-remaining'])
  }
  expect(remaining).toEqual(['2', '1', '0'])
  for (const credential of [token, person.token]) {
    const { status, headers, json } = await read(credential)
    expect([status, json()]).toMatchObject([429, { error: { type: 'rate_limited' } }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await read(other.token)).status).toBe(200)
})
