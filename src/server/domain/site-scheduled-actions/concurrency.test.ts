import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { runScheduledActionHandler } from '../../jobs/handlers/run-scheduled-action.ts'

const app = useTestApp()
const HOUR_MS = 3_600_000

let holder: pg.Client
beforeAll(async () => {
  holder = new pg.Client({ connectionString: app.connectionString })
  await holder.connect()
})
afterAll(() => holder.end())

/** A site with an action that nothing runs yet. */
async function aScheduledSite() {
  const site = await aSite(app, ['Guide'])
  const runsAt = new Date(Date.now() + HOUR_MS).toISOString()
  const { id } = await site.call(api.siteScheduledActions.create, {
    params: site.params,
    body: { change: { type: 'publish' }, runsAt, timeZone: 'Europe/Amsterdam' },
  })
  const payload = { organizationId: site.organizationId, scheduledActionId: id }
  return {
    site,
    run: () => runScheduledActionHandler(app.service, payload, new AbortController().signal),
    cancel: () =>
      site.call(api.siteScheduledActions.delete, { params: { ...site.params, scheduledActionId: id } }),
  }
}

/** Locks the site in another connection, starts both one after the other, and releases it once both wait. */
async function inThisOrder({ params }: ASite, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  await holder.query('begin')
  await holder.query('select from site where organization_id = $1 and id = $2 for update', [
    params.organizationId,
    params.siteId,
  ])
  const started: Promise<unknown>[] = []
  for (const start of [first, second]) {
    started.push(start().catch((error: unknown) => error))
    await expect.poll(waiting).toBe(started.length)
  }
  await holder.query('commit')
  return Promise.all(started)
}

async function waiting(): Promise<number> {
  const { rows } = await holder.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

test('canceling an action while it runs waits, and answers that it already ran', async () => {
  const { site, run, cancel } = await aScheduledSite()
  const [ran, canceled] = await inThisOrder(site, run, cancel)
  expect(ran).toBeUndefined()
  expect(canceled).toMatchObject({
    status: 409,
    type: 'invalid_state',
    message: 'This already ran, and the site was changed',
    details: { status: 'done' },
  })
  expect(await site.call(api.sites.get, { params: site.params })).toMatchObject({ published: true })
  const { items } = await site.call(api.siteScheduledActions.list, { params: site.params })
  expect(items).toMatchObject([{ status: 'done' }])
  // One that ran can be removed from the list.
  await cancel()
  expect((await site.call(api.siteScheduledActions.list, { params: site.params })).items).toEqual([])
})

test('an action that is canceled first changes nothing, although it was about to run', async () => {
  const { site, run, cancel } = await aScheduledSite()
  const [canceled, ran] = await inThisOrder(site, cancel, run)
  expect([canceled, ran]).toEqual([undefined, undefined])
  expect(await site.call(api.sites.get, { params: site.params })).toMatchObject({ published: false })
  expect((await site.call(api.siteScheduledActions.list, { params: site.params })).items).toEqual([])
})

test('an action that runs in two processes at once changes the site once', async () => {
  const { site, run } = await aScheduledSite()
  expect(await inThisOrder(site, run, run)).toEqual([undefined, undefined])
  const query = { targetId: site.params.siteId, action: 'site.schedule-run' as const }
  const { items } = await site.call(api.auditEvents.list, {
    params: { organizationId: site.organizationId },
    query,
  })
  expect(items).toHaveLength(1)
})
