import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { errorBody } from '#contract/shared/errors.ts'
import { useTestApp } from '#testing/app.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { encodeCursor } from '../db/page.ts'
import { createLog } from '../log.ts'
import { buildApp } from './app.ts'
import { operations } from './operations.ts'

const app = useTestApp()

test('values that only the database refuses are a 400, never a 500', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const base = `/v1/orgs/${organizationId}`
  const { token } = admin
  const headers = { 'content-type': 'application/json' }
  const payload = JSON.stringify({ title: 'a\u0000b' })
  const page = encodeCursor(['no date', 'no id'])
  for (const request of [
    { method: 'POST', url: `${base}/spaces`, headers, payload },
    { method: 'GET', url: `${base}/spaces?page=${page}` },
    { method: 'GET', url: `${base}/audit-events?page=${page}` },
    { method: 'GET', url: `${base}/members?search=%00` },
  ]) {
    const { status, json } = await app.send({ ...request, token })
    expect([status, errorBody.parse(json()).error.type], request.url).toEqual([400, 'validation'])
  }
})

test('a value that only the database refused is logged', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const logged = await buildApp({ ...app.service, log }, operations, makeTestFolder())
  const { organizationId, admin } = await app.anOrganization()
  const path = `/v1/orgs/${organizationId}/spaces`
  const { statusCode } = await logged.inject({
    method: 'GET',
    url: `${path}?page=${encodeCursor(['no date', 'no id'])}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  await logged.close()
  expect(statusCode).toBe(400)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', method: 'GET', path, err: { code: expect.stringMatching(/^22/) } },
  ])
})

test('a write that refers to something deleted at the same time is a 409', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const site = await app.as(admin)(api.sites.create, { params, body: { title: 'Site' } })
  const url = `/v1/orgs/${organizationId}/sites/${site.id}/structure/plan/steps/nosuchstep`
  const [deleted, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deleting = app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('site').where('id', '=', site.id).execute()
    deleted.resolve()
    await finish.promise
  })
  await deleted.promise
  const answer = app.send({ method: 'DELETE', url, token: admin.token })
  for (;;) {
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    if (((await waiting.execute(app.db)).rows[0]?.count ?? 0) > 0) break
  }
  finish.resolve()
  await deleting
  const { status, json } = await answer
  expect([status, errorBody.parse(json()).error.type]).toEqual([409, 'conflict'])
})
