import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSignedInPerson } from '#testing/second-factor.ts'
import { recordSignInEvent } from './sign-in-event-queries.ts'

const app = useTestApp()

test('the history is bounded, and failed attempts push no sign-in out of it', async () => {
  const { person, browser } = await aSignedInPerson(app)
  const request = { headers: { 'user-agent': 'Guesser' }, ip: '203.0.113.9' } as unknown as FastifyRequest
  const event = { userId: person.userId, outcome: 'wrong-password', method: 'password' } as const
  for (let attempt = 0; attempt < 103; attempt++)
    await recordSignInEvent(app.db, { ...app.service, request }, event)
  const stored = app.db.selectFrom('sign_in_event').select('outcome').where('user_id', '=', person.userId)
  const outcomes = (await stored.execute()).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'wrong-password')).toHaveLength(100)
  expect(outcomes.filter((outcome) => outcome === 'signed-in')).toHaveLength(1)
  expect((await browser.send(api.sessions.listEvents)).json()).toMatchObject({ count: 101 })
})
