import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { recordInstance } from '#server/domain/system/queries.ts'
import { version } from '#server/version.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { type MailServer, openMailServer } from '#testing/mail-server.ts'

const environment = { LECTERN_SMTP_URL: '', LECTERN_MAIL_FROM: 'Lectern <lectern@example.com>' }
let mail: MailServer
let refusals: Record<string, number> = {}
beforeAll(async () => {
  mail = await openMailServer({
    onRcptTo({ address }, _, callback) {
      const responseCode = refusals[address]
      callback(responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode }))
    },
  })
  environment.LECTERN_SMTP_URL = `smtp://${mail.host}`
})
afterAll(() => mail.close())

const app = useTestApp(environment)
let operator: Person
let organizationId: string
beforeAll(async () => {
  const { organizationId: id, admin } = await app.anOrganization()
  operator = admin
  organizationId = id
})
beforeEach(async () => {
  refusals = {}
  mail.received.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
})

const call = <R extends Parameters<ReturnType<typeof app.as>>[0]>(route: R, input: object = {}) =>
  app.as(operator)(route, input as never)

async function aJob({ attempts = 0, lastError = null as string | null, isLocked = false } = {}) {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.add_job('run-import', payload := '{"importId": "one"}'::json,
      run_at := now() + interval '1 hour')`.execute(app.db)
  const id = rows[0]?.id ?? 0
  await sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${lastError},
    locked_at = ${isLocked ? new Date() : null}, locked_by = ${isLocked ? 'worker' : null}
    where id = ${id}`.execute(app.db)
  return String(id)
}

test('the system has versions, this instance, storage, and counts', async () => {
  await aJob({ attempts: 25, lastError: 'no' })
  await aJob({ attempts: 2, lastError: 'no' })
  const system = await call(api.systems.get)
  expect(system).toMatchObject({
    versions: { lectern: version, node: process.versions.node, postgresql: /^\d+/, schema: /^\d{4}-/ },
    storage: { databaseBytes: expect.any(Number), disk: { freeBytes: expect.any(Number) } },
    jobs: { waiting: 0, running: 0, retrying: 1, failed: 1 },
    email: { delivery: 'smtp', undelivered: 0 },
  })
  expect(system.storage.databaseBytes).toBeGreaterThan(1_000_000)
  expect(system.instances).toEqual([expect.objectContaining({ version, current: true })])
})

test('an instance without a sign of life is not listed, and forgotten after a day', async () => {
  const row = { host: 'other', version: '0.0.9', started_at: new Date(0) }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await app.db
    .insertInto('instance')
    .values([
      { ...row, id: 'alive', seen_at: hoursAgo(0) },
      { ...row, id: 'gone', seen_at: hoursAgo(1) },
      { ...row, id: 'forgotten', seen_at: hoursAgo(25) },
    ])
    .execute()
  const { instances } = await call(api.systems.get)
  expect(instances.map(({ id, current }) => [id, current])).toEqual([
    ['alive', false],
    [expect.any(String), true],
  ])
  await recordInstance(app.db, new Date())
  const stored = await app.db.selectFrom('instance').select('id').execute()
  expect(stored.map(({ id }) => id)).not.toContain('forgotten')
})

test('files of the same content count once', async () => {
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Files' },
  })
  const before = (await call(api.systems.get)).storage
  for (const space_id of [spaceId, spaceId]) {
    const file_id = crypto.randomUUID()
    const blob = { hash: 'b'.repeat(64), content_type: 'image/png', size: 700 }
    await app.db
      .insertInto('file')
      .values({
        organization_id: organizationId,
        space_id,
        file_id,
        name: `${file_id}.png`,
        blob: blob.hash,
        content_type: blob.content_type,
        size: blob.size,
        created_at: new Date(),
      })
      .execute()
  }
  const after = (await call(api.systems.get)).storage
  expect([after.files - before.files, after.fileBytes - before.fileBytes]).toEqual([1, 700])
})

test('a failed job runs again with all its attempts', async () => {
  const jobId = await aJob({ attempts: 25, lastError: 'The folder is gone' })
  const { items } = await call(api.systems.listJobs, { query: { status: 'failed' } })
  expect(items).toMatchObject([
    {
      id: jobId,
      name: 'run-import',
      status: 'failed',
      attempts: 25,
      lastError: 'The folder is gone',
      payload: { importId: 'one' },
    },
  ])
  const retried = await call(api.systems.retryJob, { params: { jobId } })
  expect(retried).toMatchObject({ id: jobId, attempts: 0 })
  expect(Date.parse(retried.runAt)).toBeLessThanOrEqual(Date.now() + 1000)
  expect((await call(api.systems.listJobs, { query: { status: 'failed' } })).count).toBe(0)
})

test('all failed jobs are retried together, and others are left alone', async () => {
  const [one, other, waiting] = [
    await aJob({ attempts: 25, lastError: 'no' }),
    await aJob({ attempts: 25 }),
    await aJob(),
  ]
  expect(await call(api.systems.retryFailedJobs)).toEqual({ retried: 2 })
  const { items } = await call(api.systems.listJobs)
  const isDue = new Map(items.map(({ id, runAt }) => [id, Date.parse(runAt) < Date.now() + 60_000]))
  expect([one, other, waiting].map((id) => isDue.get(id))).toEqual([true, true, false])
})

test('a running job can be neither retried nor deleted', async () => {
  const jobId = await aJob({ attempts: 1, isLocked: true })
  for (const route of [api.systems.retryJob, api.systems.deleteJob])
    await expect(call(route, { params: { jobId } })).rejects.toMatchObject({ status: 409 })
  expect((await call(api.systems.listJobs)).items).toMatchObject([{ id: jobId, status: 'running' }])
})

test('a deleted job is gone', async () => {
  const jobId = await aJob()
  await call(api.systems.deleteJob, { params: { jobId } })
  await expect(call(api.systems.deleteJob, { params: { jobId } })).rejects.toMatchObject({ status: 404 })
  expect((await call(api.systems.listJobs)).count).toBe(0)
})

test('emails that did not arrive are listed and can be sent again', async () => {
  refusals = { 'busy@example.org': 450, 'unknown@example.org': 550 }
  const emails = ['busy@example.org', 'unknown@example.org']
  await call(api.organizationInvites.send, { params: { organizationId }, body: { emails } })
  await runPendingJobs(app)
  const { items, count } = await call(api.systems.listUndeliveredEmails)
  expect(count).toBe(2)
  expect(items.map(({ to, kind, status }) => [to, kind, status]).sort()).toEqual([
    ['busy@example.org', 'invitation', 'retrying'],
    ['unknown@example.org', 'invitation', 'rejected'],
  ])
  expect(items.find(({ status }) => status === 'rejected')?.error).toMatch(/550/)
  refusals = {}
  for (const { id } of items) await call(api.systems.retryEmail, { params: { emailId: id } })
  await runPendingJobs(app)
  expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(emails)
  expect((await call(api.systems.listUndeliveredEmails)).count).toBe(0)
})

test('an undelivered email can be deleted; other jobs are no emails', async () => {
  refusals = { 'deleted@example.org': 550 }
  await call(api.organizationInvites.send, {
    params: { organizationId },
    body: { emails: ['deleted@example.org'] },
  })
  await runPendingJobs(app)
  const [email] = (await call(api.systems.listUndeliveredEmails)).items
  await call(api.systems.deleteEmail, { params: { emailId: email?.id ?? '' } })
  expect((await call(api.systems.listUndeliveredEmails)).count).toBe(0)
  const emailId = `job-${await aJob({ attempts: 25, lastError: 'no' })}`
  await expect(call(api.systems.deleteEmail, { params: { emailId } })).rejects.toMatchObject({ status: 404 })
})

test('the slowest operations are listed with the request to look for in the log', async () => {
  const { headers } = await app.send({
    method: 'GET',
    url: `/v1/orgs/${organizationId}`,
    token: operator.token,
  })
  const { operations } = await call(api.systems.listSlowOperations)
  const operation = operations.find(({ path }) => path === '/v1/orgs/:organizationId')
  expect(operation).toMatchObject({
    method: 'GET',
    count: 1,
    slowest: { requestId: headers['x-request-id'] },
  })
  expect(operation?.p50Ms).toBeLessThanOrEqual(operation?.maxMs ?? 0)
})
