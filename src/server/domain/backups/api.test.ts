import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { makeTestFolder } from '#testing/test-folder.ts'

const folder = makeTestFolder()
const target = join(folder, 'backups')

describe('without a target', () => {
  const app = useTestApp()

  test('backups are not configured, and none can be made', async () => {
    const { admin } = await app.anOrganization()
    const as = app.as(admin)
    expect(await as(api.backups.overview, {})).toMatchObject({ configured: false })
    await expect(as(api.backups.create, {})).rejects.toMatchObject({
      status: 409,
      message: 'Backups aren’t configured. Set LECTERN_BACKUP_TO and restart the service',
    })
  })
})

describe('with a target', () => {
  const app = useTestApp({
    LECTERN_BACKUP_TO: target,
    LECTERN_BACKUP_KEEP: '2',
    LECTERN_BACKUP_PASSPHRASE: 'correct horse battery',
    LECTERN_BACKUP_EMAIL: 'ops@example.org',
  })
  let operator: Person
  let member: Person
  beforeAll(async () => {
    const { organizationId, admin } = await app.anOrganization()
    operator = admin
    member = await app.aMember(organizationId, 'admin')
  })
  beforeEach(async () => {
    await sql`delete from backup_run`.execute(app.db)
    await sql`delete from graphile_worker._private_jobs`.execute(app.db)
    await rm(target, { recursive: true, force: true })
  })

  test('a backup is made, verified and listed, and one at a time', async () => {
    const as = app.as(operator)
    const run = await as(api.backups.create, {})
    expect(run).toMatchObject({ status: 'waiting', trigger: 'manual', target, encrypted: true })
    await expect(as(api.backups.create, {})).rejects.toMatchObject({ status: 409 })
    expect((await as(api.backups.overview, {})).current?.id).toBe(run.id)
    await runPendingJobs(app)
    const { current, last, lastVerified } = await as(api.backups.overview, {})
    expect(current).toBeUndefined()
    expect(last).toMatchObject({ id: run.id, status: 'succeeded', findings: [], attempt: 1, files: 0 })
    expect(last?.rows).toBeGreaterThan(2)
    expect(lastVerified).toEqual(last)
    expect((await as(api.backups.list, { query: {} })).items).toEqual([last])
    expect(await readdir(join(target, 'backups'))).toEqual([last?.name])
  })

  test('the schedule makes backups, and old ones are deleted', async () => {
    for (let count = 1; count <= 3; count++) {
      await app.service.jobs.enqueue(app.db, 'back-up', {})
      await runPendingJobs(app)
    }
    const { items } = await app.as(operator)(api.backups.list, { query: {} })
    expect(items.map(({ status, trigger }) => `${status} ${trigger}`)).toEqual(
      Array.from({ length: 3 }, () => 'succeeded schedule'),
    )
    expect((await readdir(join(target, 'backups'))).sort()).toEqual(
      items
        .slice(0, 2)
        .map(({ name }) => name)
        .sort(),
    )
  })

  test('a failed backup is tried three times, and then the operator gets an email', async () => {
    await writeFile(target, 'not a folder')
    const { id } = await app.as(operator)(api.backups.create, {})
    for (let attempt = 1; attempt <= 3; attempt++) {
      await runPendingJobs(app)
      const { items } = await app.as(operator)(api.backups.list, { query: {} })
      expect(items).toMatchObject([{ id, attempt, status: attempt < 3 ? 'waiting' : 'failed' }])
      expect(items[0]?.error).toMatch(/ENOTDIR|EEXIST|not a directory/)
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
    }
    await runPendingJobs(app)
    expect(await readdir(join(app.service.config.dataDir, 'outbox'))).toEqual([
      expect.stringContaining('ops-example-org'),
    ])
  })

  test('a run whose process was killed counts as failed when the next one begins', async () => {
    const long = new Date(Date.now() - 120_000)
    const { id } = await app.as(operator)(api.backups.create, {})
    await app.db
      .updateTable('backup_run')
      .set({ status: 'running', alive_at: long })
      .where('id', '=', id)
      .execute()
    await app.as(operator)(api.backups.create, {})
    const { items } = await app.as(operator)(api.backups.list, { query: {} })
    expect(items.map(({ status }) => status)).toEqual(['waiting', 'failed'])
  })

  test('only operators see backups', async () => {
    for (const route of [api.backups.overview, api.backups.create])
      await expect(app.as(member)(route, {})).rejects.toMatchObject({ status: 403 })
  })
})
