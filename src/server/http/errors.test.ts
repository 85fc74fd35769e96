import { expect, test } from 'vitest'
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
