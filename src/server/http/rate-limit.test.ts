import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { newRateLimit } from './rate-limit.ts'

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

test('instances exchange their counts, so that a limit holds for all of them together', async () => {
  const [one, other] = [newRateLimit(app.service, 'test', 20), newRateLimit(app.service, 'test', 20)]
  const now = Date.now()
  for (let count = 0; count < 12; count++) {
    one('ann', now)
    other('ann', now)
  }
  expect([one('ann', now)?.over, other('ann', now)?.over]).toEqual([false, false])
  await expect.poll(() => one('ann', now)?.over, { interval: 200, timeout: 30_000 }).toBe(true)
  await expect.poll(() => other('ann', now)?.over, { interval: 200, timeout: 30_000 }).toBe(true)
  expect(one('ben', now)).toMatchObject({ remaining: 19, over: false })
  expect(one('ann', now + 61_000)).toMatchObject({ remaining: 19, over: false })
})

test('a request costs no query, and rare ones are not exchanged at all', async () => {
  const rate = newRateLimit(app.service, 'rare', 1000)
  for (let count = 0; count < 99; count++) rate('ann', Date.now())
  rate('busy', Date.now())
  for (let count = 0; count < 150; count++) rate('busy', Date.now())
  const stored = () => app.db.selectFrom('request_rate').select('count').where('count', '>', 99).execute()
  await expect.poll(stored, { interval: 200, timeout: 30_000 }).toEqual([{ count: 151 }])
})
