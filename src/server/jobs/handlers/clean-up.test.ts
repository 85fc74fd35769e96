import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { newOneTimeLink } from '../../auth/one-time-links.ts'
import { newToken } from '../../auth/secrets.ts'
import { openSession } from '../../auth/sessions.ts'
import { createChallenge } from '../../domain/second-factor/challenge-queries.ts'
import { insertToken } from '../../domain/tokens/queries.ts'
import { newId } from '../../ids.ts'
import { cleanUpHandler } from './clean-up.ts'

const app = useTestApp()
const never = new AbortController().signal
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

test('notifications that were done long ago are removed, and open ones stay', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const rows = [ago(91), ago(89), null].map((done_at, index) => ({
    organization_id: organizationId,
    user_id: admin.userId,
    id: newId(),
    event_key: `event-${index}`,
    reason: 'mention' as const,
    object_kind: 'organization' as const,
    object_id: organizationId,
    required_rank: 0,
    title: '',
    detail: '',
    created_at: ago(100),
    listed_at: ago(100),
    done_at,
  }))
  await app.db.insertInto('notification').values(rows).execute()
  await cleanUpHandler(app.service, {}, never)
  const left = await app.db
    .selectFrom('notification')
    .select('event_key as key')
    .where('organization_id', '=', organizationId)
    .orderBy('event_key')
    .execute()
  expect(left.map(({ key }) => key)).toEqual(['event-1', 'event-2'])
})

test('expired rows are removed, others stay, and expired tokens stay listed', async () => {
  const { admin } = await app.anOrganization()
  const { userId } = admin
  const session = { userId, userAgent: null, ip: null }
  for (const now of [ago(31), ago(29)]) await openSession(app.db, { ...session, now })
  for (const now of [ago(8), ago(6)]) {
    await newOneTimeLink(app.db, { purpose: 'password', userId, now })
  }
  const request = { user_id: userId, request: Buffer.from('x'), written: true, status: 200, answer: '{}' }
  const keys = [
    { ...request, key: 'old', created_at: ago(1.01) },
    { ...request, key: 'new', created_at: ago(0.99) },
  ]
  await app.db.insertInto('idempotency_key').values(keys).execute()
  const signIn = { user_id: userId, outcome: 'signed-in', method: 'password' } as const
  const events = [ago(91), ago(89)].map((created_at) => ({ ...signIn, id: newId(), created_at }))
  await app.db.insertInto('sign_in_event').values(events).execute()
  for (const now of [ago(1), ago(0)]) await createChallenge(app.db, { purpose: 'sign-in', userId, now })
  const secret = newToken()
  await insertToken(app.db, { id: newId(), userId, label: 'Expired', secret, now: ago(50) })
  await app.db
    .updateTable('api_token')
    .set({ expires_at: ago(1) })
    .where('label', '=', 'Expired')
    .execute()

  for (let times = 0; times < 2; times++) {
    await cleanUpHandler(app.service, {}, never)
    const count = async (table: 'session' | 'one_time_link' | 'sign_in_event' | 'sign_in_challenge') =>
      (await app.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
    expect([await count('session'), await count('one_time_link')]).toEqual([1, 1])
    expect([await count('sign_in_event'), await count('sign_in_challenge')]).toEqual([1, 1])
    const remaining = await app.db.selectFrom('idempotency_key').select('key').execute()
    expect(remaining.map(({ key }) => key)).toEqual(['new'])
    const { items } = await app.as(admin)(api.tokens.list, {})
    expect(items.map(({ label }) => label)).toContain('Expired')
  }
})
